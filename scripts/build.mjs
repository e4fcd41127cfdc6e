// `npm run build`: builds the pages with Next and bundles every bin/*.ts with esbuild. The stamp is written last, so that
// an interrupted build is repeated.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { attach } from "../bin/start/attach.mjs";
import { runExclusively } from "../bin/start/lock.mjs";
import { PREBUILT } from "../bin/start/prebuilt.mjs";
import { withoutSecrets } from "../bin/start/role-variables.mjs";
import { isBuilt, sourceHash, stampFile, writeFileList } from "../bin/start/stale.mjs";
import { checkBuildMemory } from "./build-memory.mjs";
import { isReadOnly, prepareNative } from "./database/binaries.mjs";

const root = join(import.meta.dirname, "..");
const PRELOAD = pathToFileURL(join(root, "bin", "start", "child.mjs")).href;
/** Characters of a failed step's output to show. */
const MAX_OUTPUT_CHARS = 8_000;

/** Options of every bundle: ES modules, packages not included. */
const BUNDLE = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  packages: "external",
  sourcemap: "linked",
  logLevel: "silent",
};

/** Packages that cannot be bundled: they load files next to their own, or contain native code. */
const UNBUNDLED_PACKAGES = [
  "@boxyhq/saml-jackson",
  "@evan/opus",
  "@node-rs/argon2",
  "graphile-worker",
  "pino",
  "pg-native",
];
const WITH_PACKAGES = {
  packages: "bundle",
  external: UNBUNDLED_PACKAGES,
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
};

/**
 * Bundles files to `dist/<name>.js`; each name is a path without its extension. `packages` includes the packages, which
 * halves a process's start time. Throws esbuild's errors.
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
    // esbuild's helper process would otherwise run as long as this one.
    await stop();
  }
}

/** Entry points of worker threads and child processes by their name in `dist/`: `lib/voice/providers/pool/entry.ts`, `lib/identity/sso/response-verifier.ts` and `lib/masking/work/thread-pool.ts` start them. */
const SPEECH = join("lib", "voice", "offline", "speech");
const THREADS = {
  "vad-thread": join(SPEECH, "vad-thread.ts"),
  "transcriber-thread": join(SPEECH, "transcriber-thread.ts"),
  "synthesizer-thread": join(SPEECH, "synthesizer-thread.ts"),
  "model-child": join("lib", "voice", "local-speech", "model-child.ts"),
  "saml-response-thread": join("lib", "identity", "sso", "response-thread.ts"),
  "mask-thread": join("lib", "masking", "work", "mask-thread.ts"),
};

/**
 * Entry points to bundle: every bin/*.ts, the environment check that a start runs first, and worker threads.
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

/** Generates source files that the build compiles. */
export async function generate() {
  const routes = join("scripts", "routes.mjs");
  if (existsSync(join(root, routes))) await run([routes]);
}

/** Packages that another user installed cannot be changed here, and are not needed with an external database. */
function prepareDatabase() {
  try {
    prepareNative();
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
}

/**
 * Builds everything, or nothing if `ifStale` is set and the last build is current. Two builds would write the same files,
 * so a lock makes the second wait. Throws an error with the output of the failed step.
 */
export async function buildAll({ ifStale = false } = {}) {
  mkdirSync(join(root, "dist"), { recursive: true });
  await runExclusively(join(root, "dist"), "build", async () => {
    const hash = sourceHash(root);
    if (ifStale && isBuilt(root, hash)) return;
    checkBuildMemory();
    for (const mark of [stampFile(root), join(root, PREBUILT)]) rmSync(mark, { force: true });
    await generate();
    await Promise.all([bundle(entries()), buildPages()]);
    prepareDatabase();
    writeFileList(root, Object.keys(entries()));
    writeFileSync(stampFile(root), `${hash}\n`);
  });
}

function buildPages() {
  return run([join("node_modules", "next", "dist", "bin", "next"), "build"], {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
}

/** Runs Node to completion. The child exits with this process, even if that is killed. */
function run(args, env = {}) {
  return new Promise((done, fail) => {
    let output = "";
    const child = attach(
      spawn(process.execPath, ["--import", PRELOAD, ...args], {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        env: { ...withoutSecrets(process.env), PARLEY_SUPERVISED: "1", ...env },
      }),
    );
    const append = (chunk) => {
      output = (output + chunk).slice(-MAX_OUTPUT_CHARS);
    };
    child.stdout.on("data", append);
    child.stderr.on("data", append);
    child.on("error", fail);
    child.on("close", (code, signal) => {
      const result = signal === null ? `exited with ${code}` : `was killed (${signal})`;
      if (code === 0) done();
      else fail(new Error(`${args.join(" ")} ${result}.\n${output.trim()}`));
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedAt = performance.now();
  try {
    await buildAll({ ifStale: process.argv.includes("--if-stale") });
    process.stdout.write(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

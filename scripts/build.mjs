// `npm run build`: the pages by Next, and every bin/*.ts as one file by esbuild. The stamp is written last, so an
// interrupted build is built again.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { attach } from "../bin/start/attach.mjs";
import { isBuilt, sourceHash, stampFile } from "../bin/start/stale.mjs";

const root = join(import.meta.dirname, "..");
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

/** Bundles files to `dist/<name>.js`; each name is a path without its ending. Throws what esbuild says. */
export async function bundle(entries) {
  const { build, stop } = await import("esbuild");
  try {
    await build({
      ...BUNDLE,
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

/** Composition roots: every bin/*.ts, and the check of the environment that a start runs before anything else. */
export function entries() {
  const roots = readdirSync(join(root, "bin")).filter(
    (file) => file.endsWith(".ts") && !file.includes(".test."),
  );
  return Object.fromEntries([
    ...roots.map((file) => [file.slice(0, -3), join("bin", file)]),
    ["check-env", join("lib", "env.ts")],
  ]);
}

/** What is generated from other sources before anything is compiled. */
export async function generate() {
  const routes = join("scripts", "routes.mjs");
  if (existsSync(join(root, routes))) await run(process.execPath, [routes]);
}

/** Everything, in parallel where it can be. Throws with the output of what failed. */
export async function buildAll() {
  const hash = sourceHash(root);
  rmSync(stampFile(root), { force: true });
  mkdirSync(join(root, "dist"), { recursive: true });
  await generate();
  await Promise.all([bundle(entries()), buildPages()]);
  writeFileSync(stampFile(root), `${hash}\n`);
}

function buildPages() {
  return run(process.execPath, [join("node_modules", "next", "dist", "bin", "next"), "build"], {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
}

function run(program, args, env = {}) {
  return new Promise((done, fail) => {
    let output = "";
    const child = attach(
      spawn(program, args, {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, ...env },
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
    if (!process.argv.includes("--if-stale") || !isBuilt(root)) await buildAll();
    process.stdout.write(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

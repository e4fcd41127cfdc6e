// Installs the packages when the lock has changed since they were last installed.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attach } from "./attach.mjs";
import { StartError } from "./terminal.mjs";

/** How much of npm's output is kept to be shown when it fails. */
const KEPT_OUTPUT = 6_000;
const MARK = join("node_modules", ".parley-lock");

/** The lock's hash, with the platform: a folder may be shared between a machine and a container. */
export function lockHash(root) {
  const lock = readFileSync(join(root, "package-lock.json"));
  return createHash("sha256").update(lock).update(`${process.platform}-${process.arch}`).digest("hex");
}

export function isInstalled(root) {
  const mark = join(root, MARK);
  return existsSync(mark) && readFileSync(mark, "utf8").trim() === lockHash(root);
}

/** `npm ci`, with the packages that building needs whatever NODE_ENV says. Throws with npm's own output. */
export async function install(root) {
  const hash = lockHash(root);
  const { code, output } = await runNpm(root, [
    "ci",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  if (code !== 0)
    throw new StartError(
      `The packages could not be installed (npm ci ended with ${code}).\n${output.trim()}`,
    );
  writeFileSync(join(root, MARK), `${hash}\n`);
}

function runNpm(root, args) {
  return new Promise((done, fail) => {
    let output = "";
    const npm = attach(
      spawn("npm", args, {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
        shell: process.platform === "win32",
      }),
    );
    const keep = (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
    };
    npm.stdout.on("data", keep);
    npm.stderr.on("data", keep);
    npm.on("error", (error) =>
      fail(
        new StartError(
          `npm could not be run (${error.code}). It comes with Node.js; see https://nodejs.org/en/download.`,
        ),
      ),
    );
    npm.on("close", (code) => done({ code, output }));
  });
}

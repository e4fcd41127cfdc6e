// Installs the packages if package-lock.json has changed since the last installation.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attach } from "./attach.mjs";
import { hasPackageFiles, matchesRecord } from "./npm-record.mjs";
import { isPrebuilt } from "./prebuilt.mjs";
import { withoutSecrets } from "./role-variables.mjs";
import { isBuilt } from "./stale.mjs";
import { StartError } from "./terminal.mjs";

/** Characters of npm's output to show if it fails. */
const MAX_OUTPUT_CHARS = 6_000;
/** Holds the hash of the lock file that the packages were installed from, and SLIM if only those to run are left. */
export const MARK = join("node_modules", ".parley-lock");
/** Written by scripts/slim.mjs. */
export const SLIM = "slim";

/** Hash of the lock file and the platform, as a machine and a container may share the folder. */
export function lockHash(root, { platform, arch } = process) {
  const lock = readFileSync(join(root, "package-lock.json"));
  return createHash("sha256").update(lock).update(`${platform}-${arch}`).digest("hex");
}

const readMark = (root) => {
  const mark = join(root, MARK);
  return existsSync(mark) ? readFileSync(mark, "utf8").trim() : "";
};

/** Whether all packages are installed, also those that build and test: by a start, or by `npm ci` before it. */
export const isInstalled = (root) =>
  (readMark(root) === lockHash(root) || matchesRecord(root, { includesDev: true })) &&
  hasPackageFiles(root, { includesDev: true });

const hasPackagesToRun = (root) =>
  (readMark(root) === `${lockHash(root)} ${SLIM}` || matchesRecord(root, { includesDev: false })) &&
  hasPackageFiles(root, { includesDev: false });

/** Whether the packages are installed that a start needs: all, or those to run if the build is current. */
export const canStart = (root) =>
  isPrebuilt(root) || isInstalled(root) || (hasPackagesToRun(root) && isBuilt(root));

/** Runs `npm ci` with the build dependencies, independent of NODE_ENV. Throws a StartError with npm's output. */
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
    throw new StartError(`Installing the packages failed (npm ci exited with ${code}).\n${output.trim()}`);
  writeFileSync(join(root, MARK), `${hash}\n`);
}

function runNpm(root, args) {
  return new Promise((done, fail) => {
    let output = "";
    const npm = attach(
      spawn("npm", args, {
        cwd: root,
        env: withoutSecrets(process.env),
        stdio: ["ignore", "pipe", "pipe"],
        shell: process.platform === "win32",
      }),
    );
    const append = (chunk) => {
      output = (output + chunk).slice(-MAX_OUTPUT_CHARS);
    };
    npm.stdout.on("data", append);
    npm.stderr.on("data", append);
    npm.on("error", (error) =>
      fail(
        new StartError(
          `npm cannot be run (${error.code}). It comes with Node.js; see https://nodejs.org/en/download.`,
        ),
      ),
    );
    npm.on("close", (code) => done({ code, output }));
  });
}

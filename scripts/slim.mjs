// `npm run slim`: removes from a built copy what only builds and tests need. `npm start` runs the copy as before; after a
// change of the sources it installs the packages again. For an image:
//   npm run slim -- --prebuilt --without=postgres,transcribers
// `--prebuilt` removes the sources too, and marks the copy as complete: a start never installs or builds, and writes to
// DATA_DIR only.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isInstalled, lockHash, MARK, SLIM } from "../bin/start/install.mjs";
import { NPM_RECORD } from "../bin/start/npm-record.mjs";
import { PREBUILT } from "../bin/start/prebuilt.mjs";
import { isBuilt } from "../bin/start/stale.mjs";
import { prepareNative } from "./database/binaries.mjs";
import { optionalFolders, unusedFiles, unusedFolders, unusedSources } from "./slim/unused-files.mjs";

/** onnxruntime-node brings its libraries for five platforms, by the names of `process.platform` and `process.arch`. */
const RUNTIMES = join("node_modules", "onnxruntime-node", "bin", "napi-v6");

const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** Folders of the libraries of other platforms, relative to `root`. */
export function otherPlatforms(root, { platform, arch } = process) {
  return namesIn(join(root, RUNTIMES)).flatMap((name) => {
    if (name !== platform) return [join(RUNTIMES, name)];
    const unused = namesIn(join(root, RUNTIMES, name)).filter((folder) => folder !== arch);
    return unused.map((folder) => join(RUNTIMES, name, folder));
  });
}

/** The compilers of Next, which are optional dependencies, so that `npm prune` keeps them. */
export const compilers = (root) =>
  namesIn(join(root, "node_modules", "@next"))
    .filter((name) => name.startsWith("swc-"))
    .map((name) => join("node_modules", "@next", name));

/** Source maps of the server's code, relative to `root`. */
export const sourceMaps = (root) =>
  [join(".next", "server"), "dist"].flatMap((folder) =>
    namesIn(join(root, folder)).length === 0
      ? []
      : readdirSync(join(root, folder), { recursive: true })
          .map(String)
          .filter((file) => file.endsWith(".map"))
          .map((file) => join(folder, file)),
  );

/**
 * Removes packages, compilers, libraries, source maps and the build's cache. `without` names optional parts to remove,
 * `isPrebuilt` also removes sources and marks the copy. Throws if the copy is not built.
 */
function slim(root, { isPrebuilt, without }) {
  if (!isInstalled(root) || !isBuilt(root)) throw new Error("Run `npm ci` and `npm run build` first.");
  const optional = optionalFolders(root, without);
  // Without the mark and npm's record, a start after an interruption installs everything again.
  for (const file of [MARK, NPM_RECORD, PREBUILT]) rmSync(join(root, file), { force: true });
  prune(root);
  const removed = [
    ...[...otherPlatforms(root), ...compilers(root), ...sourceMaps(root), join(".next", "cache")],
    ...[...optional, ...unusedFolders(root), ...unusedFiles(root)],
    ...(isPrebuilt ? unusedSources(root) : []),
  ];
  for (const path of removed) rmSync(join(root, path), { recursive: true, force: true });
  if (!without.includes("postgres")) prepareNative();
  writeFileSync(join(root, MARK), `${lockHash(root)} ${SLIM}\n`);
  if (isPrebuilt) writeFileSync(join(root, PREBUILT), "");
}

function prune(root) {
  const { status } = spawnSync(
    "npm",
    ["prune", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
    },
  );
  if (status !== 0) throw new Error(`npm prune exited with ${status}.`);
}

function readOptions() {
  const { values } = parseArgs({ options: { prebuilt: { type: "boolean" }, without: { type: "string" } } });
  return { isPrebuilt: values.prebuilt === true, without: values.without?.split(",") ?? [] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    slim(join(import.meta.dirname, ".."), readOptions());
    process.stdout.write("Removed what only builds and tests need.\n");
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

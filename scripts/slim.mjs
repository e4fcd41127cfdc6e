// `npm run slim`: removes from a built copy what only builds and tests need. `npm start` runs the copy as before; after a
// change of the sources it installs the packages again. For an image:
//   npm run slim -- --prebuilt --without=postgres,transcribers
// `--prebuilt` removes the sources too, and marks the copy as complete: a start never installs or builds, and writes to
// DATA_DIR only. `--arch=arm64` makes a folder for another processor, on the same operating system.
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isInstalled, lockHash, MARK, SLIM } from "../bin/start/install.mjs";
import { NPM_RECORD } from "../bin/start/npm-record.mjs";
import { PREBUILT } from "../bin/start/prebuilt.mjs";
import { isBuilt, keepExistingFiles } from "../bin/start/stale.mjs";
import { prepareNative } from "./database/binaries.mjs";
import { dropApiRoutes } from "./slim/api-routes.mjs";
import { keepProductionPackages } from "./slim/production-packages.mjs";
import { optionalFolders, unusedFiles, unusedFolders, unusedSources } from "./slim/unused-files.mjs";
import { unusedParts } from "./slim/unused-parts.mjs";

/** onnxruntime-node brings its libraries for five platforms, by the names of `process.platform` and `process.arch`. */
const RUNTIMES = join("node_modules", "onnxruntime-node", "bin", "napi-v6");
/** So does @evan/opus, as `<arch>-<platform>.node`. */
const CODECS = join("node_modules", "@evan", "opus", "node");

const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** Folders and files of the libraries of other platforms, relative to `root`. */
export function otherPlatforms(root, { platform, arch }) {
  const codecs = namesIn(join(root, CODECS)).filter(
    (name) => name.endsWith(".node") && name !== `${arch}-${platform}.node`,
  );
  const runtimes = namesIn(join(root, RUNTIMES)).flatMap((name) => {
    if (name !== platform) return [join(RUNTIMES, name)];
    const unused = namesIn(join(root, RUNTIMES, name)).filter((folder) => folder !== arch);
    return unused.map((folder) => join(RUNTIMES, name, folder));
  });
  return [...runtimes, ...codecs.map((name) => join(CODECS, name))];
}

/** The compilers of Next, which are optional dependencies, so that `npm prune` keeps them. */
export const compilers = (root) =>
  namesIn(join(root, "node_modules", "@next"))
    .filter((name) => name.startsWith("swc-"))
    .map((name) => join("node_modules", "@next", name));

/** Source maps of the server's code, and lists of files for services that copy each page's files alone. */
const UNUSED_OUTPUT = /\.(?:map|nft\.json)$/;

/** Unused files of a build, relative to `root`. */
export const unusedOutput = (root) =>
  [join(".next", "server"), "dist"].flatMap((folder) =>
    namesIn(join(root, folder)).length === 0
      ? []
      : readdirSync(join(root, folder), { recursive: true })
          .map(String)
          .filter((file) => UNUSED_OUTPUT.test(file))
          .map((file) => join(folder, file)),
  );

/**
 * Removes packages, compilers, libraries, the pages' copy of the API, and the build's cache. `without` names
 * optional parts to remove, `isPrebuilt` also removes sources and marks the copy. Throws if the copy is not built.
 */
function slim(root, { isPrebuilt, without, arch }) {
  if (!isInstalled(root) || !isBuilt(root)) throw new Error("Run `npm ci` and `npm run build` first.");
  // Throws for an unknown part before anything is removed.
  optionalFolders(root, without);
  // Without the mark and npm's record, a start after an interruption installs everything again.
  for (const file of [MARK, NPM_RECORD, PREBUILT]) rmSync(join(root, file), { force: true });
  const system = { platform: process.platform, arch };
  keepProductionPackages(root, system);
  const removed = [
    ...[...otherPlatforms(root, system), ...compilers(root), ...unusedOutput(root), join(".next", "cache")],
    ...[
      ...optionalFolders(root, without),
      ...unusedFolders(root),
      ...unusedParts(root),
      ...unusedFiles(root),
    ],
    ...dropApiRoutes(root),
    ...(isPrebuilt ? unusedSources(root) : []),
  ];
  for (const path of removed) rmSync(join(root, path), { recursive: true, force: true });
  keepExistingFiles(root);
  if (!without.includes("postgres") && arch === process.arch) prepareNative();
  writeFileSync(join(root, MARK), `${lockHash(root, system)} ${SLIM}\n`);
  if (isPrebuilt) writeFileSync(join(root, PREBUILT), "");
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      prebuilt: { type: "boolean" },
      without: { type: "string" },
      arch: { type: "string", default: process.arch },
    },
  });
  const { prebuilt: isPrebuilt = false, without, arch } = values;
  return { isPrebuilt, without: without?.split(",") ?? [], arch };
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

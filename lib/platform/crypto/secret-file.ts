import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/platform/env";

/** Length of every generated secret: the key length of AES-256 and of HMAC-SHA-256. */
export const SECRET_BYTES = 32;

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const ACCESS_BY_OTHERS = 0o077;

const folderOf = (dataDir: string): string => join(dataDir, "secrets");

/**
 * Reads the 32 random bytes in `DATA_DIR/secrets/<name>`, creating them at the first call. Of concurrent
 * processes one creates the file and all read the same bytes. A crash leaves a complete file or none. Throws
 * a one-line error if the file has another length, or if it or its folder can be read by others (POSIX only;
 * Windows has no such modes).
 */
export function secretFile(name: string, dataDir: string = env.DATA_DIR): Buffer {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const existing = readSecretFile(name, dataDir);
  if (existing !== undefined) return existing;
  createSecretFile(folder, join(folder, name));
  const secret = readSecretFile(name, dataDir);
  if (secret === undefined) throw new Error(`${join(folder, name)} was removed while it was created.`);
  return secret;
}

/** Like `secretFile`, but undefined if the file does not exist. */
export function readSecretFile(name: string, dataDir: string = env.DATA_DIR): Buffer | undefined {
  const folder = folderOf(dataDir);
  const path = join(folder, name);
  const secret = readIfExists(path);
  if (existsSync(folder)) requireOwnerOnly(folder, OWNER_ONLY_FOLDER);
  if (secret === undefined) return undefined;
  requireOwnerOnly(path, OWNER_ONLY_FILE);
  if (secret.length !== SECRET_BYTES) {
    throw new Error(
      `${path} must hold exactly ${SECRET_BYTES} bytes and holds ${secret.length}. Restore it from a backup.`,
    );
  }
  return secret;
}

function readIfExists(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes the file completely under a temporary name, then links it, which fails if the name is taken. */
function createSecretFile(folder: string, path: string): void {
  const draft = join(folder, `.${randomBytes(8).toString("hex")}`);
  try {
    const file = openSync(draft, "wx", OWNER_ONLY_FILE);
    try {
      writeSync(file, randomBytes(SECRET_BYTES));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    publish(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Links the file. File systems without hard links (some shared folders of virtual machines) get an exclusive
 * copy.
 */
function publish(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "ENOSYS") throw error;
    copyExclusively(draft, path);
  }
}

function copyExclusively(draft: string, path: string): void {
  try {
    copyFileSync(draft, path, constants.COPYFILE_EXCL);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function requireOwnerOnly(path: string, requiredMode: number): void {
  if (process.platform === "win32") return;
  const mode = lstatSync(path).mode & 0o777;
  if ((mode & ACCESS_BY_OTHERS) === 0) return;
  throw new Error(
    `${path} can be read by others (mode ${mode.toString(8)}). Run: chmod ${requiredMode.toString(8)} ${path}`,
  );
}

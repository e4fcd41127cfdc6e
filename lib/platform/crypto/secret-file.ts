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
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/platform/env";
import { syncFolder } from "./sync-folder";

/** Length of every generated secret: the key length of AES-256 and of HMAC-SHA-256. */
export const SECRET_BYTES = 32;

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const ACCESS_BY_OTHERS = 0o077;

/** The folder of an installation's secrets. */
export const secretsFolder = (dataDir: string): string => join(dataDir, "secrets");

/** Creates the folder if it is missing, for its owner alone. */
export function makeSecretsFolder(dataDir: string): string {
  const folder = secretsFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  return folder;
}

/**
 * Reads the 32 random bytes in `DATA_DIR/secrets/<name>`, creating them at the first call. Of concurrent
 * processes one creates the file and all read the same bytes. A crash leaves a complete file or none. Throws
 * a one-line error if the file has another length, or if it or its folder can be read by others (POSIX only;
 * Windows has no such modes).
 */
export function secretFile(name: string, dataDir: string = env.DATA_DIR): Buffer {
  const folder = makeSecretsFolder(dataDir);
  const existing = readSecretFile(name, dataDir);
  if (existing !== undefined) return existing;
  createOwnerOnlyFile(dataDir, name, randomBytes(SECRET_BYTES));
  const secret = readSecretFile(name, dataDir);
  if (secret === undefined) throw new Error(`${join(folder, name)} was removed while it was created.`);
  return secret;
}

/** Like `secretFile`, but undefined if the file does not exist. */
export function readSecretFile(name: string, dataDir: string = env.DATA_DIR): Buffer | undefined {
  const secret = readOwnerOnlyFile(dataDir, name);
  if (secret !== undefined && secret.length !== SECRET_BYTES) {
    throw new Error(
      `${join(secretsFolder(dataDir), name)} must hold exactly ${SECRET_BYTES} bytes and holds ${secret.length}. Restore it from a backup.`,
    );
  }
  return secret;
}

/**
 * Reads a file of `DATA_DIR/secrets`; undefined if it does not exist. Throws a one-line error if it or its folder can be
 * read by others.
 */
export function readOwnerOnlyFile(dataDir: string, name: string): Buffer | undefined {
  const folder = secretsFolder(dataDir);
  const path = join(folder, name);
  const content = readIfExists(path);
  if (existsSync(folder)) requireOwnerOnly(folder, OWNER_ONLY_FOLDER);
  if (content !== undefined) requireOwnerOnly(path, OWNER_ONLY_FILE);
  return content;
}

/** The names of the files of `DATA_DIR/secrets`, without drafts; empty if there is no folder. */
export function listSecretFiles(dataDir: string): string[] {
  const folder = secretsFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .sort();
}

function readIfExists(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A text that changes when a file of `DATA_DIR/secrets` is added, replaced or removed. */
export const describeSecretFiles = (dataDir: string): string =>
  listSecretFiles(dataDir)
    .map((name) => {
      const { ino, mtimeMs, size } = lstatSync(join(secretsFolder(dataDir), name));
      return `${name} ${ino} ${mtimeMs} ${size}`;
    })
    .join("\n");

/** Writes a draft and syncs it to disk. Returns its path. */
function writeDraft(folder: string, content: Uint8Array): string {
  const draft = join(folder, `.${randomBytes(8).toString("hex")}`);
  const file = openSync(draft, "wx", OWNER_ONLY_FILE);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return draft;
}

/**
 * Creates a file of `DATA_DIR/secrets` for its owner alone, unless it exists: it is written completely under a temporary
 * name, then linked, which fails if the name is taken.
 */
export function createOwnerOnlyFile(dataDir: string, name: string, content: Uint8Array): void {
  const folder = makeSecretsFolder(dataDir);
  const draft = writeDraft(folder, content);
  try {
    publish(draft, join(folder, name));
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(folder);
}

/** Creates or replaces such a file. A crash leaves the former content or the new. */
export function replaceOwnerOnlyFile(dataDir: string, name: string, content: Uint8Array): void {
  const folder = makeSecretsFolder(dataDir);
  renameSync(writeDraft(folder, content), join(folder, name));
  syncFolder(folder);
}

/** Deletes such a file, if it exists. */
export function removeSecretFile(dataDir: string, name: string): void {
  rmSync(join(secretsFolder(dataDir), name), { force: true });
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

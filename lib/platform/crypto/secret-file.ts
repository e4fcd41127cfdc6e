import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
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

/** Length of every secret that the product makes for itself: the key length of AES-256 and of HMAC-SHA-256. */
export const SECRET_BYTES = 32;

const ONLY_OWNER_FOLDER = 0o700;
const ONLY_OWNER_FILE = 0o600;
const OTHERS = 0o077;

/**
 * 32 random bytes in `DATA_DIR/secrets/<name>`, made at the first call. Of several processes that make it at the same
 * time one wins, and all read the same bytes; a crash leaves either a whole file or none. Throws one clear line when
 * the file has another length, or when it or its folder can be read by others (POSIX only; Windows has no such bits).
 */
export function secretFile(name: string, dataDir: string = env.DATA_DIR): Buffer {
  const folder = join(dataDir, "secrets");
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: ONLY_OWNER_FOLDER });
  refuseOthers(folder, ONLY_OWNER_FOLDER);
  const present = readIfThere(path);
  if (present === undefined) create(folder, path);
  const secret = present ?? readFileSync(path);
  refuseOthers(path, ONLY_OWNER_FILE);
  if (secret.length !== SECRET_BYTES) {
    throw new Error(
      `${path} must hold exactly ${SECRET_BYTES} bytes and holds ${secret.length}. Restore it from a backup.`,
    );
  }
  return secret;
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Written whole under another name first and then linked, which fails if the name is taken. */
function create(folder: string, path: string): void {
  const draft = join(folder, `.${randomBytes(8).toString("hex")}`);
  try {
    const file = openSync(draft, "wx", ONLY_OWNER_FILE);
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

/** File systems without hard links (some shared folders of virtual machines) get an exclusive copy instead. */
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

function refuseOthers(path: string, wanted: number): void {
  if (process.platform === "win32") return;
  const mode = lstatSync(path).mode & 0o777;
  if ((mode & OTHERS) === 0) return;
  throw new Error(
    `${path} can be read by others (mode ${mode.toString(8)}). Run: chmod ${wanted.toString(8)} ${path}`,
  );
}

import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { encodeEntry } from "./records";

/**
 * Folders in the data file: the storage's sealed chunks, erasure receipts and signed heads of audit chains.
 */
export const DATA_FOLDERS = ["storage", "erasures", "audit"];
/** Folders in the key file: the root key, without which nothing can be opened. */
export const KEY_FOLDERS = ["secrets"];

/**
 * Yields every file under the folders, by its path in the data directory. Files removed meanwhile are left
 * out.
 */
export async function* listFiles(dataDir: string, folders: readonly string[]): AsyncGenerator<string> {
  for (const folder of folders) {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      },
    );
    for (const item of entries) {
      // Names of files that are being written begin with a dot.
      if (item.name.startsWith(".")) continue;
      const path = join(dataDir, folder, item.name);
      if (item.isDirectory()) yield* listFiles(dataDir, [relative(dataDir, path)]);
      else if (item.isFile()) yield relative(dataDir, path).split(sep).join("/");
    }
  }
}

/** Yields the records of one file. */
export async function* encodeFile(dataDir: string, name: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(join(dataDir, ...name.split("/")));
  try {
    yield* encodeEntry({ type: "file", name }, stream);
  } catch (error) {
    // The recording was just removed. Its entry is empty, and the restore writes no file.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

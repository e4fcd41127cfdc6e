import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { entry } from "./records";

/** What goes with the rows: the storage's sealed chunks, receipts of erasures, signed heads of audit chains. */
export const WITH_DATA = ["storage", "erasures", "audit"];
/** What goes with the keys: the root key, without which nothing opens. */
export const WITH_KEYS = ["secrets"];

/** Every file under folders of the data directory, by its name there. A file that goes meanwhile is left out. */
export async function* filesOf(dataDir: string, folders: readonly string[]): AsyncGenerator<string> {
  for (const folder of folders) {
    const found = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      },
    );
    for (const one of found) {
      // Drafts of files that are being written begin with a dot.
      if (one.name.startsWith(".")) continue;
      const path = join(dataDir, folder, one.name);
      if (one.isDirectory()) yield* filesOf(dataDir, [relative(dataDir, path)]);
      else if (one.isFile()) yield relative(dataDir, path).split(sep).join("/");
    }
  }
}

/** The records of one file. */
export async function* fileRecords(dataDir: string, name: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(join(dataDir, ...name.split("/")));
  try {
    yield* entry({ type: "file", name }, stream);
  } catch (error) {
    // Its recording was removed a moment ago; the entry stays empty, and is no file when it is restored.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

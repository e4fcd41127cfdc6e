import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SeenText } from "@/test/fixtures/canary/needles";

/** A file can be moved between listing and reading, several times in a row. */
const ATTEMPTS = 20;

const readAll = (folder: string): SeenText[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ where: path, text: readFileSync(path, "latin1") }));

/** Reads every file below a folder as bytes. A file that was moved meanwhile is searched for again. */
export function filesIn(folder: string): SeenText[] {
  for (let attempt = 1; ; attempt++) {
    try {
      return readAll(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempt === ATTEMPTS) throw error;
    }
  }
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Seen } from "@/test/fixtures/canary/needles";

/** A file may be moved into place between the listing and the reading, a few times in a row. */
const ATTEMPTS = 20;

const readAll = (folder: string): Seen[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ where: path, text: readFileSync(path, "latin1") }));

/** Every file below a folder, byte by byte. What is moved meanwhile is looked for again, so that nothing is missed. */
export function filesIn(folder: string): Seen[] {
  for (let attempt = 1; ; attempt++) {
    try {
      return readAll(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempt === ATTEMPTS) throw error;
    }
  }
}

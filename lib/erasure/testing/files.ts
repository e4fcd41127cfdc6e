import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Seen } from "@/test/fixtures/canary/needles";

/** Every file below a folder, octet by octet. */
export const filesIn = (folder: string): Seen[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ where: path, text: readFileSync(path, "latin1") }));

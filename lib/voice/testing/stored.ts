import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/env";

const FOLDER = join(env.DATA_DIR, "storage");

/** The files of all sound that this test process has stored. */
export const storedFiles = (): string[] =>
  existsSync(FOLDER)
    ? readdirSync(FOLDER, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

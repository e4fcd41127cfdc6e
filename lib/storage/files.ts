import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkName, type Storage } from "./port";

const ONLY_OWNER_FOLDER = 0o700;
const ONLY_OWNER_FILE = 0o600;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** Chunks as files under one folder. A chunk is written under another name, flushed and then moved: a crash leaves no half of it. */
export function fileStorage(root: string): Storage {
  const pathOf = (name: string): string => join(root, ...checkName(name).split("/"));
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      const folder = dirname(path);
      await mkdir(folder, { recursive: true, mode: ONLY_OWNER_FOLDER });
      const draft = join(folder, `.${randomBytes(8).toString("hex")}`);
      try {
        const file = await open(draft, "wx", ONLY_OWNER_FILE);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async read(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    removeAll: (folder) => rm(pathOf(folder), { recursive: true, force: true }),
  };
}

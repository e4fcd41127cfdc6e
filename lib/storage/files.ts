import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkName, isName, type Storage } from "./port";

const ONLY_OWNER_FOLDER = 0o700;
const ONLY_OWNER_FILE = 0o600;

/** What is missing counts as nothing: it was removed a moment ago, or was never there. */
const orNothing = async <T>(work: Promise<T>, nothing: T): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return nothing;
    throw error;
  }
};

/** Whether a file or folder at `path`, or anything in it, was written since. */
async function isNewer(path: string, sinceMs: number): Promise<boolean> {
  const found = await orNothing(stat(path), null);
  if (found === null) return false;
  if (found.mtimeMs > sinceMs) return true;
  if (!found.isDirectory()) return false;
  for (const name of await orNothing(readdir(path), []))
    if (await isNewer(join(path, name), sinceMs)) return true;
  return false;
}

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
    async list(folder, after, most) {
      const names = await orNothing(readdir(folder === "" ? root : pathOf(folder)), []);
      return names
        .filter((name) => isName(name) && name > after)
        .sort()
        .slice(0, most);
    },
    changedSince: (folder, sinceMs) => isNewer(pathOf(folder), sinceMs),
  };
}

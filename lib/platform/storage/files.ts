import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { checkName, isName, type Storage } from "./port";
import { writeWhole } from "./write-whole";

/** What is missing counts as nothing: it was removed a moment ago, or was never there. */
const orNothing = async <T>(work: Promise<T>, nothing: T): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return nothing;
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

/** Chunks as files under one folder. */
export function fileStorage(root: string): Storage {
  const pathOf = (name: string): string => join(root, ...checkName(name).split("/"));
  return {
    put: async (name, bytes) => writeWhole(pathOf(name), bytes),
    read: async (name) => orNothing(readFile(pathOf(name)), null),
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

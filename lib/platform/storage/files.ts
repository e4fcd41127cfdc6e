import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { assertStorageName, isStorageName, type Storage } from "./port";
import { writeFileAtomically } from "./write-file-atomically";

/** A missing file is no error: it was just removed, or never existed. */
const ignoreMissing = async <T>(work: Promise<T>, fallback: T): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return fallback;
    throw error;
  }
};

/** Whether a file or folder at `path`, or anything in it, was written since. */
async function isNewer(path: string, sinceMs: number): Promise<boolean> {
  const stats = await ignoreMissing(stat(path), null);
  if (stats === null) return false;
  if (stats.mtimeMs > sinceMs) return true;
  if (!stats.isDirectory()) return false;
  for (const name of await ignoreMissing(readdir(path), []))
    if (await isNewer(join(path, name), sinceMs)) return true;
  return false;
}

/** Chunks as files under one folder. */
export function fileStorage(root: string): Storage {
  const pathOf = (name: string): string => join(root, ...assertStorageName(name).split("/"));
  return {
    put: async (name, bytes) => writeFileAtomically(pathOf(name), bytes),
    read: async (name) => ignoreMissing(readFile(pathOf(name)), null),
    removeAll: (folder) => rm(pathOf(folder), { recursive: true, force: true }),
    async list(folder, after, limit) {
      const names = await ignoreMissing(readdir(folder === "" ? root : pathOf(folder)), []);
      return names
        .filter((name) => isStorageName(name) && name > after)
        .sort()
        .slice(0, limit);
    },
    changedSince: (folder, sinceMs) => isNewer(pathOf(folder), sinceMs),
  };
}

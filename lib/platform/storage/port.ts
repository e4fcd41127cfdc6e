/**
 * Stores opaque chunks by name. Callers seal them first, so they cannot be read or verified without their
 * key. A name consists of lower-case letters, digits and slashes, and reveals nothing about its content.
 */
export type Storage = {
  /** Whole or not at all, and kept when this resolves; what was there is replaced. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is none. */
  read(name: string): Promise<Buffer | null>;
  /** Removes everything under `folder/`; nothing there is no error. */
  removeAll(folder: string): Promise<void>;
  /** Names of what lies right under a folder ("" for all), folders and chunks, sorted, behind `after`; at most `most`, up to 1,000. */
  list(folder: string, after: string, limit: number): Promise<string[]>;
  /** Whether anything under a folder was put there since, in milliseconds of the epoch, by the storage's clock. */
  changedSince(folder: string, sinceMs: number): Promise<boolean>;
};

/** A chunk store that did not do its work. The message holds no name. */
export class StorageFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StorageFailure";
  }
}

const NAME = /^[0-9a-z]+(?:\/[0-9a-z]+)*$/;

/** Names in one listing: a page of an S3-compatible service. */
const PAGE = 1_000;

/** Whether the chunks `0` to before `count` all lie in a folder. */
export async function hasAllChunks(store: Storage, folder: string, count: number): Promise<boolean> {
  const missing = new Set(Array.from({ length: count }, (_, n) => String(n)));
  for (let after = ""; missing.size > 0; ) {
    const names = await store.list(folder, after, PAGE);
    for (const name of names) missing.delete(name);
    const last = names.at(-1);
    // A page may be shorter than it could be; behind the last there is none.
    if (last === undefined) break;
    after = last;
  }
  return missing.size === 0;
}

export const isStorageName = (name: string): boolean => NAME.test(name);

/** Throws where a name could lead out of its folder, or say more than it should. */
export function assertStorageName(name: string): string {
  if (!NAME.test(name)) throw new Error("A chunk's name is letters, digits and slashes.");
  return name;
}

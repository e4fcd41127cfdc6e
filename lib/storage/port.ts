/**
 * Keeps opaque chunks under names. Whoever puts them has sealed them: what lies here is neither to be read nor to be
 * believed without its key. A name is lower-case letters, digits and slashes, and says nothing of what it holds.
 */
export type Storage = {
  /** Whole or not at all, and kept when this resolves; what was there is replaced. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is none. */
  read(name: string): Promise<Buffer | null>;
  /** Removes everything under `folder/`; nothing there is no error. */
  removeAll(folder: string): Promise<void>;
};

/** A chunk store that did not do its work. The message holds no name. */
export class StorageFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StorageFailure";
  }
}

const NAME = /^[0-9a-z]+(?:\/[0-9a-z]+)*$/;

/** Throws where a name could lead out of its folder, or say more than it should. */
export function checkName(name: string): string {
  if (!NAME.test(name)) throw new Error("A chunk's name is letters, digits and slashes.");
  return name;
}

import { closeSync, fsyncSync, openSync } from "node:fs";

/**
 * Syncs a folder to disk, so that names that were created, replaced or removed in it survive a power failure. Does nothing
 * on Windows, which opens no folders, nor on file systems that sync none.
 */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EINVAL" && code !== "ENOTSUP") throw error;
  } finally {
    closeSync(descriptor);
  }
}

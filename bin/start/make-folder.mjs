// Creates DATA_DIR. Node's `mkdirSync` with `recursive` never returns for a folder in /proc: creating it fails with ENOENT
// although its parent exists, and Node tries again.
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Creates a folder and its missing parents with a mode. Throws the system's error if it cannot. */
export function makeFolder(path, mode = 0o700) {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process can create the same folder at the same time.
    if (error.code !== "EEXIST" || !isFolder(path)) throw error;
  }
}

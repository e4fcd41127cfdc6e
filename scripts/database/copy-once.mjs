// Copies a read-only folder to a place where this user can change it.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Copies `source` to `target` unless it exists, and calls `prepare` with the copy. The copy is moved into place when it is
 * complete, so that an interruption leaves no partial one. Returns `target`.
 */
export function copyOnce(source, target, prepare) {
  if (existsSync(target)) return target;
  const draft = `${target}.new-${process.pid}`;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  rmSync(draft, { recursive: true, force: true });
  cpSync(source, draft, { recursive: true });
  for (const folder of foldersIn(draft)) chmodSync(folder, 0o755);
  prepare(draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another process was faster.
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return target;
}

/** A folder and the folders in it, from the outside to the inside. */
function* foldersIn(folder) {
  yield folder;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) yield* foldersIn(join(folder, entry.name));
}

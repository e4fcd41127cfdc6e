import { existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SECRET_BYTES, secretsFolder } from "./secret-file";
import { syncFolder } from "./sync-folder";

/** The names that `writeDraft` gives. */
const DRAFT = /^\.[0-9a-f]{16}$/;

const listDrafts = (dataDir: string): string[] => {
  const folder = secretsFolder(dataDir);
  return existsSync(folder) ? readdirSync(folder).filter((name) => DRAFT.test(name)) : [];
};

/**
 * Drafts in `DATA_DIR/secrets` that contain a key in plain, as a kill leaves them. Wrapped and sealed files are longer, and a
 * process that is starting can be writing one.
 */
export const listPlainDrafts = (dataDir: string): string[] =>
  listDrafts(dataDir).filter(
    (name) => lstatSync(join(secretsFolder(dataDir), name), { throwIfNoEntry: false })?.size === SECRET_BYTES,
  );

/** Deletes all drafts of `DATA_DIR/secrets`. */
export function removeDrafts(dataDir: string): void {
  const drafts = listDrafts(dataDir);
  for (const name of drafts) rmSync(join(secretsFolder(dataDir), name), { force: true });
  if (drafts.length > 0) syncFolder(secretsFolder(dataDir));
}

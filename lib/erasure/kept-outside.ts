import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { rootSealer } from "@/lib/crypto";
import { env } from "@/lib/env";
import type { Receipt } from "./schema";

const ONLY_OWNER_FOLDER = 0o700;
const ONLY_OWNER_FILE = 0o600;

/** Whom a deletion was about: a keyed hash and ids. Sealed, as a receipt says of nobody that they were known here. */
type Target = { contact_hash: string; contact_id: string | null; requested_by: string };

const targetPlace = (deletionId: string) => ({ table: "deletions", row: deletionId, field: "target" });

/** `DATA_DIR/erasures`: one file for each deletion that is complete. `docs/operations.md` asks for a copy elsewhere. */
const folder = (): string => join(env.DATA_DIR, "erasures");

/**
 * Keeps a receipt outside of the database, with whom it was about sealed under the root key, so that an older backup
 * of the database can be erased from again. Whole or not at all, and on the disk when this resolves; written again, it
 * replaces the former.
 */
export async function keepOutside(receipt: Receipt, target: Target): Promise<void> {
  const { deletion_id: id, workspace_id: workspaceId } = receipt;
  const sealed = rootSealer(workspaceId).seal(targetPlace(id), JSON.stringify(target));
  await mkdir(folder(), { recursive: true, mode: ONLY_OWNER_FOLDER });
  const draft = join(folder(), `.${randomBytes(8).toString("hex")}`);
  try {
    const file = await open(draft, "wx", ONLY_OWNER_FILE);
    try {
      await file.writeFile(`${JSON.stringify({ receipt, target: sealed.toString("base64url") }, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(folder(), `${id}.json`));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

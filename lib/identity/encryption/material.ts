import { createHmac } from "node:crypto";
import { materialPlace, rootSealer } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/** What a key is known by again: it tells nothing of 32 random bytes. */
export const checkValueOf = (workspaceId: string, material: Buffer): Buffer =>
  createHmac("sha256", material).update(`parley customer key of ${workspaceId}`).digest();

/** The statement's row of the customer's key of a workspace. */
export const selectOwnKey = (workspaceId: string) =>
  db
    .selectFrom("customer_keys")
    .select(["material", "check_value", "withdrawn_at"])
    .where("workspace_id", "=", workspaceId);

/**
 * The customer's material, opened; null where the workspace has none. Throws `workspace_locked` while it is withdrawn.
 */
export async function materialOf(tx: Tx, workspaceId: string): Promise<Buffer | null> {
  const row = await tx.one(selectOwnKey(workspaceId));
  if (row === undefined) return null;
  if (row.material === null)
    throw new AppError("workspace_locked", "The customer's key is withdrawn. Give it back before.");
  return rootSealer(workspaceId).open(materialPlace(workspaceId), row.material);
}

import { createHmac } from "node:crypto";
import { materialRef, rootSealer } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/** A check value that identifies key material without revealing its 32 random bytes. */
export const checkValueOf = (workspaceId: string, material: Buffer): Buffer =>
  createHmac("sha256", material).update(`parley customer key of ${workspaceId}`).digest();

/** Selects a workspace's customer key. */
export const selectCustomerKey = (workspaceId: string) =>
  db
    .selectFrom("customer_keys")
    .select(["material", "check_value", "withdrawn_at"])
    .where("workspace_id", "=", workspaceId);

/**
 * Opens the customer's key material; null if the workspace has none. Throws `workspace_locked` while it is
 * withdrawn.
 */
export async function openKeyMaterial(tx: Tx, workspaceId: string): Promise<Buffer | null> {
  const row = await tx.first(selectCustomerKey(workspaceId));
  if (row === undefined) return null;
  if (row.material === null) throw new AppError("customer_key_withdrawn");
  return rootSealer(workspaceId).open(materialRef(workspaceId), row.material);
}

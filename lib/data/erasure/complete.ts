import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { notifyDeletionResult } from "./notify-deletion-result";
import { signReceipt } from "./receipt";
import { type Row, reachOf, selectDeletions, sumOf } from "./row";
import type { Receipt } from "./schema";
import { storeReceipt } from "./stored-receipts";

const DAY_MS = 24 * 3_600_000;

/** The receipt of a deletion whose last pass found no data. */
function receiptOf(ctx: Ctx, row: Row): Receipt {
  const now = ctx.now();
  // A backup taken just before the last removal contains the data until that backup expires.
  const removedAt = row.removed_at ?? now;
  return signReceipt({
    kind: "parley erasure receipt",
    version: 1,
    deletion_id: row.id,
    workspace_id: ctx.workspaceId,
    environment: row.environment,
    requested_at: row.requested_at,
    completed_at: now,
    removed: sumOf(row.removed, {}),
    verified: { at: now, passes: row.passes, remaining: 0 },
    data_backups_expire_by: plusMs(removedAt, env.BACKUP_DATA_DAYS * DAY_MS),
    key_backups_expire_by: plusMs(removedAt, env.BACKUP_KEY_DAYS * DAY_MS),
  });
}

/**
 * Completes a deletion: signs its receipt, and stores it outside the database first, and then in it. If the
 * process dies in between, the next one writes the file again.
 */
export async function completeDeletion(ctx: Ctx, id: string): Promise<void> {
  const { workspaceId } = ctx;
  await writeAudited(ctx, async (tx) => {
    const row = (await tx.first(selectDeletions(workspaceId).where("id", "=", id).forNoKeyUpdate())) as
      | Row
      | undefined;
    if (row === undefined || row.completed_at !== null) return { result: undefined, audit: null };
    const receipt = receiptOf(ctx, row);
    const { contact_id, contact_hash, requested_by } = row;
    await storeReceipt(receipt, { contact_hash: contact_hash.toString("hex"), contact_id, requested_by });
    const { completed_at, data_backups_expire_by, key_backups_expire_by, removed } = receipt;
    await tx.batch(
      db
        .updateTable("deletions")
        .set({
          status: "completed",
          blocked_by: null,
          completed_at,
          data_backups_expire_by,
          key_backups_expire_by,
          removed: json(removed),
          receipt: json(receipt),
        })
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id),
      // These calls no longer refer to a number.
      db
        .updateTable("calls")
        .set({ contact_hash: null })
        .where("workspace_id", "=", workspaceId)
        .where("environment", "in", reachOf(row.environment))
        .where("contact_hash", "=", contact_hash)
        .where("erased_at", "is not", null),
      notifyDeletionResult(ctx, row, { kind: "deletion.completed" }),
    );
    const after = { environment: row.environment, deletion_id: id, ...removed };
    return { result: undefined, audit: { action: "contact.data_deleted", target: contact_id ?? id, after } };
  });
}

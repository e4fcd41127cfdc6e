import { listWorkspaceIds } from "@/lib/identity/workspaces";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { enqueueErasure } from "./run-job";
import { readStoredReceipts, type StoredReceipt } from "./stored-receipts";
import { replayWorkspace } from "./workspace";

type StoredErasure = NonNullable<StoredReceipt>;
/** Numbers to erase again, those that the database already has, unreadable files, and workspaces. */
type Replayed = { repeated: number; done: number; unreadable: number; workspaces: number };

/** The latest deletion of each number, as one pass repeats all of them. */
async function latest(): Promise<{ latestErasures: StoredErasure[]; unreadable: number }> {
  const latestByNumber = new Map<string, StoredErasure>();
  let unreadable = 0;
  for await (const stored of readStoredReceipts()) {
    if (stored === null) {
      unreadable += 1;
      continue;
    }
    const { receipt, target } = stored;
    const number = `${receipt.workspace_id} ${receipt.environment} ${target.contact_hash}`;
    const newer = latestByNumber.get(number);
    if (newer === undefined || newer.receipt.completed_at < receipt.completed_at)
      latestByNumber.set(number, stored);
  }
  return { latestErasures: [...latestByNumber.values()], unreadable };
}

/**
 * Requests one deletion again with its own ID. Returns false if the database already has it, complete or in
 * progress.
 */
async function ask(ctx: Ctx, { receipt, target }: StoredErasure): Promise<boolean> {
  const { deletion_id: id, environment } = receipt;
  const { workspaceId } = ctx;
  const now = ctx.now();
  const hash = Buffer.from(target.contact_hash, "hex");
  const standing = await ctx.db.first(
    db
      .selectFrom("deletions")
      .select(["id", "completed_at"])
      .where("workspace_id", "=", workspaceId)
      .where("environment", "=", environment)
      .where("contact_hash", "=", hash)
      .where((eb) => eb.or([eb("id", "=", id), eb("completed_at", "is", null)]))
      .limit(1),
  );
  if (standing !== undefined) {
    if (standing.completed_at === null)
      await writeUnaudited(ctx, { run: [enqueueErasure(workspaceId, standing.id, now)] });
    return false;
  }
  await writeAudited(ctx, {
    run: [
      db.insertInto("deletions").values({
        id,
        workspace_id: workspaceId,
        environment,
        contact_id: target.contact_id,
        contact_hash: hash,
        requested_by: target.requested_by,
        requested_at: receipt.requested_at,
        due_by: now,
      }),
      enqueueErasure(workspaceId, id, now),
    ],
    audit: { action: "deletion.requested", target: id, after: { environment, replayed: true } },
  });
  return true;
}

/**
 * Requests all erasures again that have a receipt outside the database and are missing in the database, as it
 * was restored from an older backup. Workspaces destroyed since then are destroyed again. The worker does
 * both. Safe to repeat.
 */
export async function replayErasures(ctxOf: (workspaceId: string) => Ctx): Promise<Replayed> {
  const { latestErasures, unreadable } = await latest();
  const existingIds = new Set(await listWorkspaceIds());
  const count: Replayed = { repeated: 0, done: 0, unreadable, workspaces: 0 };
  for (const id of existingIds)
    if (await replayWorkspace(ctxOf(id))) {
      existingIds.delete(id);
      count.workspaces += 1;
    }
  for (const erasure of latestErasures) {
    const { workspace_id: workspaceId, deletion_id: deletionId } = erasure.receipt;
    if (!existingIds.has(workspaceId)) {
      log.warn({ workspaceId, deletionId }, "an erasure is of a workspace that is not in this database");
      continue;
    }
    if (await ask(ctxOf(workspaceId), erasure)) count.repeated += 1;
    else count.done += 1;
  }
  return count;
}

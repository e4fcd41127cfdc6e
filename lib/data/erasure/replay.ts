import { workspaceIds } from "@/lib/identity/workspaces";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { allKeptOutside, type Kept } from "./kept-outside";
import { runJob } from "./run-job";
import { replayWorkspace } from "./workspace";

type Known = NonNullable<Kept>;
/** Numbers that are erased again, and those of which the database knows already; files that cannot be read; workspaces. */
type Replayed = { again: number; done: number; unreadable: number; workspaces: number };

/** The latest deletion of each number: one pass over it does what all of them did. */
async function latest(): Promise<{ kept: Known[]; unreadable: number }> {
  const found = new Map<string, Known>();
  let unreadable = 0;
  for await (const kept of allKeptOutside()) {
    if (kept === null) {
      unreadable += 1;
      continue;
    }
    const { receipt, target } = kept;
    const number = `${receipt.workspace_id} ${receipt.environment} ${target.contact_hash}`;
    const other = found.get(number);
    if (other === undefined || other.receipt.completed_at < receipt.completed_at) found.set(number, kept);
  }
  return { kept: [...found.values()], unreadable };
}

/** Asks for one deletion again under its own id. False where the database has it, complete or going on. */
async function ask(ctx: Ctx, { receipt, target }: Known): Promise<boolean> {
  const { deletion_id: id, environment } = receipt;
  const { workspaceId } = ctx;
  const now = ctx.now();
  const hash = Buffer.from(target.contact_hash, "hex");
  const standing = await ctx.db.one(
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
    if (standing.completed_at === null) await record(ctx, { run: [runJob(workspaceId, standing.id, now)] });
    return false;
  }
  await mutate(ctx, {
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
      runJob(workspaceId, id, now),
    ],
    audit: { action: "deletion.requested", target: id, after: { environment, replayed: true } },
  });
  return true;
}

/**
 * Asks for everything to be erased again of which a receipt lies outside of the database and which the database does not
 * know, as it was restored from an older backup; workspaces that were destroyed since are destroyed again, whole. The worker
 * does both. Safe to repeat.
 */
export async function replayErasures(ctxOf: (workspaceId: string) => Ctx): Promise<Replayed> {
  const { kept, unreadable } = await latest();
  const here = new Set(await workspaceIds());
  const count: Replayed = { again: 0, done: 0, unreadable, workspaces: 0 };
  for (const id of here)
    if (await replayWorkspace(ctxOf(id))) {
      here.delete(id);
      count.workspaces += 1;
    }
  for (const one of kept) {
    const { workspace_id: workspaceId, deletion_id: deletionId } = one.receipt;
    if (!here.has(workspaceId)) {
      log.warn({ workspaceId, deletionId }, "an erasure is of a workspace that is not in this database");
      continue;
    }
    if (await ask(ctxOf(workspaceId), one)) count.again += 1;
    else count.done += 1;
  }
  return count;
}

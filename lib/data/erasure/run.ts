import { removeRecording } from "@/lib/calls/recordings";
import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { SUBJECT_TTL_MS } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { completeDeletion } from "./complete";
import { endActiveCalls } from "./end-active-calls";
import { notifyDeletionResult } from "./notify-deletion-result";
import { isNothing, type Row, selectDeletions } from "./row";
import { enqueueErasure } from "./run-job";
import { runErasurePass } from "./run-pass";
import type { Deletion } from "./schema";
import { callsOf, findLegalHold, isImporting } from "./target";

/** Interval of checks whether calls have ended: hanging up takes a carrier about a second. */
const WAIT_MS = 1_000;
/**
 * Delay between the last removal and the verifying pass. By then no process has the destroyed key cached, and
 * values sealed with it meanwhile are found and removed.
 */
const VERIFY_AFTER_MS = 2 * SUBJECT_TTL_MS;

const reschedule = (ctx: Ctx, id: string, runAt: string) =>
  writeUnaudited(ctx, { run: [enqueueErasure(ctx.workspaceId, id, runAt)] });

/** Marks the deletion as blocked by a hold. A scheduled sweep checks again. */
async function block(ctx: Ctx, row: Row, by: NonNullable<Deletion["blocked_by"]>): Promise<void> {
  // After the release, calls get their two minutes to end again.
  const blocked = db
    .updateTable("deletions")
    .set({ status: "blocked", blocked_by: by, started_at: null })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", row.id)
    .where("completed_at", "is", null);
  if (row.status === "blocked" && row.blocked_by === by)
    return void (await writeUnaudited(ctx, { run: [blocked] }));
  await writeAudited(ctx, {
    run: [blocked, notifyDeletionResult(ctx, row, { kind: "deletion.blocked", stage: by })],
    audit: { action: "deletion.blocked", target: row.id, after: { blocked_by: by } },
  });
}

/** Deletes the bytes and rows of the recordings. Throws if the storage fails. */
async function removeRecordings(ctx: Ctx, row: Row): Promise<void> {
  const rows = await ctx.db.all(
    db
      .selectFrom("recordings")
      .select("recordings.call_id")
      .where("recordings.workspace_id", "=", ctx.workspaceId)
      .where("recordings.state", "=", "removing")
      .where("recordings.call_id", "in", callsOf(ctx, row).select("calls.id")),
  );
  for (const { call_id: callId } of rows) await removeRecording(ctx, callId);
}

/** Marks the deletion as started, and returns it. */
async function startDeletion(ctx: Ctx, id: string): Promise<Row | undefined> {
  const [, rows] = await writeUnaudited(ctx, {
    run: [
      db
        .updateTable("deletions")
        .set({ started_at: ctx.now() })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .where("started_at", "is", null),
      selectDeletions(ctx.workspaceId).where("id", "=", id),
    ],
  });
  return rows[0] as Row | undefined;
}

/**
 * Runs one step of a deletion: calls in progress are ended and settled, then all data is removed, and again
 * until a pass, ten seconds after the last removal, finds none, which completes it. Safe to repeat, and to
 * stop at any point. Reschedules itself, and is not complete before earlier uploads of contacts are imported.
 */
export async function runErasure(base: Ctx, id: string): Promise<void> {
  const row = await startDeletion(base, id);
  if (row === undefined || row.completed_at !== null) return;
  const ctx: Ctx = { ...base, environment: row.environment };
  const isDue = row.removed_at === null || plusMs(row.removed_at, VERIFY_AFTER_MS) <= ctx.now();
  if (row.removed_at !== null && !isDue) {
    // If a worker died after the removal of rows, recordings are still to be deleted.
    await removeRecordings(ctx, row);
    return void (await reschedule(ctx, id, plusMs(row.removed_at, VERIFY_AFTER_MS)));
  }
  const blockingHold = await findLegalHold(ctx, row);
  if (blockingHold !== null) return block(ctx, row, blockingHold);
  if (!(await endActiveCalls(ctx, row))) return void (await reschedule(ctx, id, plusMs(ctx.now(), WAIT_MS)));
  const wiped = await runErasurePass(ctx, row);
  if ("hold" in wiped) return block(ctx, row, wiped.hold);
  await removeRecordings(ctx, row);
  const isClean = row.removed_at !== null && isNothing(wiped.removed);
  // An earlier upload can still add campaign variables: after its import, another pass runs.
  const mayCome = isClean && (await isImporting(ctx.db, ctx, row, row.removed_at ?? ctx.now()));
  if (isClean && !mayCome) return completeDeletion(ctx, id);
  await reschedule(ctx, id, plusMs(ctx.now(), VERIFY_AFTER_MS));
}

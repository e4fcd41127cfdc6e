import { removeRecording } from "@/lib/calls/recordings";
import { mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { SUBJECT_TTL_MS } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { complete } from "./complete";
import { quiet } from "./quiet";
import { isNothing, type Row, selectDeletions } from "./row";
import { runJob } from "./run-job";
import type { Deletion } from "./schema";
import { callsOf, heldBy, isImporting } from "./target";
import { toldOf } from "./told";
import { wipe } from "./wipe";

/** Before it is looked again whether calls have ended: hanging up takes a carrier about a second. */
const WAIT_MS = 1_000;
/**
 * Between the last removal and the pass that completes: by then no process knows the destroyed key, and what one has
 * sealed with it meanwhile is found and goes too.
 */
const VERIFY_AFTER_MS = 2 * SUBJECT_TTL_MS;

const again = (ctx: Ctx, id: string, runAt: string) =>
  record(ctx, { run: [runJob(ctx.workspaceId, id, runAt)] });

/** A hold stands against it: it says so, and looks again by the clock. */
async function block(ctx: Ctx, row: Row, by: NonNullable<Deletion["blocked_by"]>): Promise<void> {
  // Once it is released, calls have their two minutes to end, as if it began then.
  const blocked = db
    .updateTable("deletions")
    .set({ status: "blocked", blocked_by: by, started_at: null })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", row.id)
    .where("completed_at", "is", null);
  if (row.status === "blocked" && row.blocked_by === by) return void (await record(ctx, { run: [blocked] }));
  await mutate(ctx, {
    run: [blocked, toldOf(ctx, row, { kind: "deletion.blocked", stage: by })],
    audit: { action: "deletion.blocked", target: row.id, after: { blocked_by: by } },
  });
}

/** Removes the bytes of their recordings, each with its row behind it. Throws where the storage does not do it. */
async function removeSounds(ctx: Ctx, row: Row): Promise<void> {
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

/** The deletion, marked as begun. */
async function begin(ctx: Ctx, id: string): Promise<Row | undefined> {
  const [, rows] = await record(ctx, {
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
 * One step of a deletion: calls that go on are ended and settled, then everything is removed, and again until a pass, ten
 * seconds after the last that removed something, finds nothing: that one completes it. Safe to repeat, and to stop at any
 * point. It comes again by itself, and is not complete before files of contacts are taken in that were sent before.
 */
export async function runErasure(base: Ctx, id: string): Promise<void> {
  const row = await begin(base, id);
  if (row === undefined || row.completed_at !== null) return;
  const ctx: Ctx = { ...base, environment: row.environment };
  const isDue = row.removed_at === null || plusMs(row.removed_at, VERIFY_AFTER_MS) <= ctx.now();
  if (row.removed_at !== null && !isDue) {
    // Of a worker that died behind the removal, the sound is still to go.
    await removeSounds(ctx, row);
    return void (await again(ctx, id, plusMs(row.removed_at, VERIFY_AFTER_MS)));
  }
  const held = await heldBy(ctx, row);
  if (held !== null) return block(ctx, row, held);
  if (!(await quiet(ctx, row))) return void (await again(ctx, id, plusMs(ctx.now(), WAIT_MS)));
  const wiped = await wipe(ctx, row);
  if ("held" in wiped) return block(ctx, row, wiped.held);
  await removeSounds(ctx, row);
  const isClean = row.removed_at !== null && isNothing(wiped.removed);
  // A file that was sent before may still bring variables for campaigns: once it is taken in, a pass looks again.
  const mayCome = isClean && (await isImporting(ctx.db, ctx, row, row.removed_at ?? ctx.now()));
  if (isClean && !mayCome) return complete(ctx, id);
  await again(ctx, id, plusMs(ctx.now(), VERIFY_AFTER_MS));
}

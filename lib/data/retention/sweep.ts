import { sql } from "kysely";
import { isOnHold, retentionEnd } from "@/lib/calls/calls";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { callsWithDueTranscript, commentedCalls, LOG_DAYS } from "./retained-calls";
import { sweepSuiteRuns } from "./sweep-suite-runs";

/** Rows per transaction: some milliseconds. Locked rows are skipped, so the sweep waits for no lock. */
const BATCH = 200;
/** Batches per sweep of a workspace; the next one runs in ten minutes. */
const MAX_BATCHES = 50;
const DAY_MS = 24 * 3_600_000;

/** Deletes expired transcripts, with their summaries and search hashes. */
async function sweepTranscripts(ctx: Ctx): Promise<number> {
  const now = ctx.now();
  return writeUnaudited(ctx, async (tx) => {
    const rows = await tx.all(
      callsWithDueTranscript(ctx, now)
        .select("calls.id")
        .where(sql<boolean>`not ${isOnHold}`)
        .limit(BATCH)
        .forUpdate("calls")
        .skipLocked(),
    );
    if (rows.length > 0)
      await tx.all(
        db
          .updateTable("calls")
          .set({ transcript: null, summary: null, words: [] })
          .where("workspace_id", "=", ctx.workspaceId)
          .where(
            "id",
            "in",
            rows.map(({ id }) => id),
          ),
      );
    return rows.length;
  });
}

/** Deletes the comments on calls whose transcripts expire, also on calls without one. */
async function sweepComments(ctx: Ctx): Promise<number> {
  const now = ctx.now();
  return writeUnaudited(ctx, async (tx) => {
    const rows = await tx.all(
      commentedCalls(ctx)
        .select("call_comments.id")
        .where(sql<boolean>`${retentionEnd("transcript")} <= ${now}::timestamptz`)
        .where(sql<boolean>`not ${isOnHold}`)
        .limit(BATCH)
        .forUpdate("calls")
        .skipLocked(),
    );
    if (rows.length > 0)
      await tx.all(
        db
          .deleteFrom("call_comments")
          .where("workspace_id", "=", ctx.workspaceId)
          .where(
            "id",
            "in",
            rows.map(({ id }) => id),
          ),
      );
    return rows.length;
  });
}

/** Deletes provider failures from calls, which belong to the operational log. */
async function sweepFailures(ctx: Ctx): Promise<number> {
  const old = db
    .selectFrom("calls")
    .select("id")
    .where("workspace_id", "=", ctx.workspaceId)
    .where(sql<boolean>`provider_failures <> '[]'::jsonb`)
    .where("created_at", "<", plusMs(ctx.now(), -LOG_DAYS * DAY_MS))
    .limit(BATCH);
  const [rows] = await writeUnaudited(ctx, {
    run: [
      db
        .updateTable("calls")
        .set({ provider_failures: json([]) })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "in", old)
        .returning("id"),
    ],
  });
  return rows.length;
}

/** Deletes members' notices, which belong to the operational log. */
async function sweepNotices(ctx: Ctx): Promise<number> {
  const old = db
    .selectFrom("notices")
    .select("id")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("created_at", "<", plusMs(ctx.now(), -LOG_DAYS * DAY_MS))
    .limit(BATCH);
  const [rows] = await writeUnaudited(ctx, {
    run: [
      db
        .deleteFrom("notices")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "in", old)
        .returning("id"),
    ],
  });
  return rows.length;
}

/** Deletes the records of calls over SIP trunks, which belong to the operational log. A call that long ago is over. */
async function sweepPlacements(ctx: Ctx): Promise<number> {
  const old = db
    .selectFrom("sip_placements")
    .select("key")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("requested_at", "<", plusMs(ctx.now(), -LOG_DAYS * DAY_MS))
    .limit(BATCH);
  const [rows] = await writeUnaudited(ctx, {
    run: [
      db
        .deleteFrom("sip_placements")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("key", "in", old)
        .returning("key"),
    ],
  });
  return rows.length;
}

/**
 * Deletes expired data of a workspace, in both environments: transcripts and comments by their agents'
 * settings, and rows of the operational log. `sweepRecordings` deletes recordings. A legal hold on the call or its contact
 * prevents the deletion.
 */
export async function sweepRetention(ctx: Ctx): Promise<void> {
  for (const sweep of [sweepTranscripts, sweepComments, sweepFailures, sweepNotices, sweepPlacements])
    for (let batches = 0; batches < MAX_BATCHES; batches++) if ((await sweep(ctx)) < BATCH) break;
  for (let batches = 0; batches < MAX_BATCHES; batches++) if (!(await sweepSuiteRuns(ctx))) break;
}

import { sql } from "kysely";
import { isOnHold, retentionEnd } from "@/lib/calls/calls";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { callsWithDueTranscript, commentedCalls, LOG_DAYS, scoredCalls } from "./retained-calls";
import { sweepProposals } from "./sweep-proposals";
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

/** Deletes the scores of calls whose transcripts expire, also of calls without one. */
async function sweepScores(ctx: Ctx): Promise<number> {
  const now = ctx.now();
  return writeUnaudited(ctx, async (tx) => {
    const rows = await tx.all(
      scoredCalls(ctx)
        .select("calls.id")
        .where(sql<boolean>`${retentionEnd("transcript")} <= ${now}::timestamptz`)
        .where(sql<boolean>`not ${isOnHold}`)
        .limit(BATCH)
        .forUpdate("calls")
        .skipLocked(),
    );
    if (rows.length > 0)
      await tx.all(
        db
          .deleteFrom("call_scores")
          .where("workspace_id", "=", ctx.workspaceId)
          .where(
            "call_id",
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

/** Tables of the operational log, with the time by which their rows expire. A call over a trunk that long ago has ended. */
const LOG_TABLES = {
  notices: "created_at",
  sip_placements: "requested_at",
  trunk_usage: "hour",
  call_joins: "requested_at",
  call_sip_messages: "created_at",
} as const;

/** Deletes expired rows of one table of the operational log. */
const sweepLogTable =
  (table: keyof typeof LOG_TABLES) =>
  async (ctx: Ctx): Promise<number> => {
    const old = db
      .selectFrom(table)
      .select(sql<string>`ctid`.as("ctid"))
      .where("workspace_id", "=", ctx.workspaceId)
      .where(sql.ref(LOG_TABLES[table]), "<", plusMs(ctx.now(), -LOG_DAYS * DAY_MS))
      .limit(BATCH);
    const [rows] = await writeUnaudited(ctx, {
      run: [
        db
          .deleteFrom(table)
          .where("workspace_id", "=", ctx.workspaceId)
          .where(sql<boolean>`ctid = any(array(${old}))`)
          .returning("workspace_id"),
      ],
    });
    return rows.length;
  };

/** The sweeps of expired data. Each deletes one batch and returns the number of rows. */
const SWEEPS = [
  sweepTranscripts,
  sweepComments,
  sweepScores,
  sweepFailures,
  sweepLogTable("notices"),
  sweepLogTable("sip_placements"),
  sweepLogTable("trunk_usage"),
  sweepLogTable("call_joins"),
  sweepLogTable("call_sip_messages"),
];

/**
 * Deletes expired data of a workspace, in both environments: transcripts, comments and scores by their
 * agents' settings, and rows of the operational log. `sweepRecordings` deletes recordings. A legal hold on the call or its contact
 * prevents the deletion.
 */
export async function sweepRetention(ctx: Ctx): Promise<void> {
  for (const sweep of SWEEPS)
    for (let batches = 0; batches < MAX_BATCHES; batches++) if ((await sweep(ctx)) < BATCH) break;
  for (let batches = 0; batches < MAX_BATCHES; batches++) if (!(await sweepSuiteRuns(ctx))) break;
  for (let batches = 0; batches < MAX_BATCHES; batches++) if (!(await sweepProposals(ctx))) break;
}

import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, json, record } from "@/lib/platform/db";
import { endOf, isHeld, LOG_DAYS, withTranscript } from "./clocks";

/** Rows of one transaction: some milliseconds, for which nobody waits, as rows that somebody holds are skipped. */
const BATCH = 200;
/** Batches in one sweep of a workspace; the next comes in ten minutes. */
const MOST_BATCHES = 50;
const DAY_MS = 24 * 3_600_000;

/** Takes the words out of calls whose time is over: what was said, its summary, and the hashes by which it was found. */
async function sweepTranscripts(ctx: Ctx): Promise<number> {
  const now = ctx.now();
  return record(ctx, async (tx) => {
    const rows = await tx.all(
      withTranscript(ctx)
        .select("calls.id")
        .where(sql<boolean>`${endOf("transcript")} <= ${now}::timestamptz`)
        .where(sql<boolean>`not ${isHeld}`)
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

/** Takes out of calls what providers failed to do, which is operational log. */
async function sweepFailures(ctx: Ctx): Promise<number> {
  const old = db
    .selectFrom("calls")
    .select("id")
    .where("workspace_id", "=", ctx.workspaceId)
    .where(sql<boolean>`provider_failures <> '[]'::jsonb`)
    .where("created_at", "<", plusMs(ctx.now(), -LOG_DAYS * DAY_MS))
    .limit(BATCH);
  const [rows] = await record(ctx, {
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

/** Removes what members were told, which is operational log. */
async function sweepNotices(ctx: Ctx): Promise<number> {
  const old = db
    .selectFrom("notices")
    .select("id")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("created_at", "<", plusMs(ctx.now(), -LOG_DAYS * DAY_MS))
    .limit(BATCH);
  const [rows] = await record(ctx, {
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

/**
 * Removes what is past its time in a workspace, in both environments: transcripts by their agents' clocks, and rows of
 * the operational log. Recordings go by `sweepRecordings`. A legal hold on the call or its contact stops the clocks.
 */
export async function sweepRetention(ctx: Ctx): Promise<void> {
  for (const sweep of [sweepTranscripts, sweepFailures, sweepNotices])
    for (let batches = 0; batches < MOST_BATCHES; batches++) if ((await sweep(ctx)) < BATCH) break;
}

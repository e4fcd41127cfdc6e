import { type Compilable, sql } from "kysely";
import { type Backfill, type BackfillBatch, runBackfill } from "@/lib/platform/backfills";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealers } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { yieldToEventLoop } from "@/lib/platform/yield-to-event-loop";
import { compressSealed } from "./sealed-transcript";

/** Calls per batch: with long transcripts some megabytes. */
const BATCH = 200;

const selectWithTranscript = ({ workspaceId }: Ctx) =>
  db.selectFrom("calls").where("workspace_id", "=", workspaceId).where("transcript", "is not", null);

/** The next calls of the primary key's order, with or without a transcript, so that each batch reads as many rows. */
const selectWindow = ({ workspaceId }: Ctx, after: string | null) =>
  db
    .selectFrom("calls")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", ">", after ?? "")
    .orderBy("id")
    .limit(BATCH);

async function nextBatch(ctx: Ctx, after: string | null): Promise<BackfillBatch | null> {
  const ids = (await ctx.db.all(selectWindow(ctx, after))).map(({ id }) => id);
  const last = ids.at(-1);
  if (last === undefined) return null;
  const rows = await ctx.db.all(
    selectWithTranscript(ctx).select(["id", "subject_id", "transcript"]).where("id", "in", ids),
  );
  const sealers = await subjectSealers(
    ctx.workspaceId,
    rows.map((row) => row.subject_id),
  );
  const changes: Compilable<unknown>[] = [];
  for (const { id, subject_id: subjectId, transcript } of rows) {
    // A call whose key is destroyed has nothing to read.
    const sealer = sealers.get(subjectId);
    const compressed =
      sealer === undefined || transcript === null ? null : compressSealed({ id, transcript }, sealer);
    if (compressed !== null)
      changes.push(
        db
          .updateTable("calls")
          .set({ transcript: compressed })
          .where("workspace_id", "=", ctx.workspaceId)
          .where("id", "=", id)
          // Written again, expired or erased meanwhile: not changed.
          .where("transcript", "=", transcript),
      );
    await yieldToEventLoop();
  }
  return { last, processed: rows.length, changes };
}

const backfill: Backfill = {
  name: "compress_transcripts",
  async estimate(ctx) {
    const [row] = await ctx.db.all(selectWithTranscript(ctx).select(sql<number>`count(*)::int`.as("n")));
    return row?.n ?? 0;
  },
  nextBatch,
};

/**
 * Compresses the transcripts that earlier releases stored without compression (docs/decisions/0080), in the order of the calls'
 * IDs, for some seconds. Later runs continue.
 */
export const compressTranscripts = (ctx: Ctx, options: { runMs?: number } = {}): Promise<void> =>
  runBackfill(ctx, backfill, options);

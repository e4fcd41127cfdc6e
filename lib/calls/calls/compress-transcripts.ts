import { type Compilable, sql } from "kysely";
import type { Backfill, BackfillBatch } from "@/lib/platform/backfills";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { yieldToEventLoop } from "@/lib/platform/yield-to-event-loop";
import { compressSealed } from "./sealed-transcript";

/** Transcripts per batch: with long ones some megabytes. */
const BATCH = 200;
/** Calls per batch, most of which may have no transcript: some milliseconds of an index. */
const WINDOW = 5_000;
/** The estimate counts up to this many: more would read for longer than a statement may take. */
const MAX_ESTIMATE = 50_000;

const selectWithTranscript = ({ workspaceId }: Ctx) =>
  db.selectFrom("calls").where("workspace_id", "=", workspaceId).where("transcript", "is not", null);

/**
 * Compresses a transcript. Null if it is compressed or cannot be read: it stays as it is, and the log has its ID, without the error,
 * which can quote it.
 */
function compressReadable(ctx: Ctx, row: { id: string; transcript: Buffer }, sealer: Sealer): Buffer | null {
  try {
    return compressSealed(row, sealer);
  } catch {
    log.warn(
      { callId: row.id, requestId: ctx.requestId },
      "a transcript cannot be read and was not compressed",
    );
    return null;
  }
}

/** The last of the next calls in the order of the primary key, with or without a transcript. */
function selectEnd({ workspaceId }: Ctx, after: string) {
  const window = db
    .selectFrom("calls")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(WINDOW);
  return db.selectFrom(window.as("window")).select(sql<string | null>`max(id)`.as("id"));
}

async function nextBatch(ctx: Ctx, after: string | null): Promise<BackfillBatch | null> {
  const start = after ?? "";
  const [end] = await ctx.db.all(selectEnd(ctx, start));
  const endId = end?.id ?? null;
  if (endId === null) return null;
  const rows = await ctx.db.all(
    selectWithTranscript(ctx)
      .select(["id", "subject_id", "transcript"])
      .where("id", ">", start)
      .where("id", "<=", endId)
      .orderBy("id")
      .limit(BATCH),
  );
  const last = rows.length < BATCH ? endId : (rows.at(-1)?.id ?? endId);
  const sealers = await subjectSealers(
    ctx.workspaceId,
    rows.map((row) => row.subject_id),
  );
  const changes: Compilable<unknown>[] = [];
  for (const { id, subject_id: subjectId, transcript } of rows) {
    // A call whose key is destroyed has nothing to read.
    const sealer = sealers.get(subjectId);
    const compressed =
      sealer === undefined || transcript === null ? null : compressReadable(ctx, { id, transcript }, sealer);
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

/** Compresses the transcripts that earlier releases stored without compression (docs/decisions/0080), in the order of the calls' IDs. */
export const transcriptCompression: Backfill = {
  name: "compress_transcripts",
  since: "20261128014317_schema_state_and_backfills",
  async estimate(ctx) {
    const some = selectWithTranscript(ctx).select("id").limit(MAX_ESTIMATE);
    const [row] = await ctx.db.all(db.selectFrom(some.as("some")).select(sql<number>`count(*)::int`.as("n")));
    return row?.n ?? 0;
  },
  nextBatch,
};

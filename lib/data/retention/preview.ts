import { type RawBuilder, sql } from "kysely";
import { isOnHold, retentionEnd } from "@/lib/calls/calls";
import { callsWithRecording } from "@/lib/calls/recordings";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { callsWithDueTranscript, LOG_DAYS } from "./retained-calls";
import type { PreviewQuery, RetentionPreview } from "./schema";

const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * Counts recordings and transcripts of this environment whose retention has ended or ends within seven days,
 * by the agents' retention settings, or by other settings before they are applied.
 */
export async function previewRetention(
  ctx: Ctx,
  { agent_id: agent, recording_days, transcript_days }: PreviewQuery,
): Promise<RetentionPreview> {
  const at = ctx.now();
  const until = plusMs(at, WEEK_MS);
  const sound = retentionEnd("recording", recording_days);
  const count = (condition: RawBuilder<boolean>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const isSoundDue = (by: string) => sql<boolean>`${sound} <= ${by}::timestamptz`;
  const isTranscriptDue = sql<boolean>`calls.ended_at <= due.ended_by - ${WEEK_MS} * interval '1 ms'`;
  let recordings = callsWithRecording(ctx)
    .select([
      count(sql`${isSoundDue(at)} and not ${isOnHold}`).as("now"),
      count(sql`${isSoundDue(until)} and not ${isOnHold}`).as("week"),
      sql<number>`coalesce(sum(recordings.bytes) filter (where ${isSoundDue(until)} and not ${isOnHold}), 0)::bigint`.as(
        "week_bytes",
      ),
      count(sql`${isSoundDue(until)} and ${isOnHold}`).as("held"),
    ])
    .where("calls.environment", "=", ctx.environment);
  let transcripts = callsWithDueTranscript(ctx, until, transcript_days)
    .select(count(sql`${isTranscriptDue} and not ${isOnHold}`).as("now"))
    .select([count(sql`not ${isOnHold}`).as("week"), count(isOnHold).as("held")])
    .where("calls.environment", "=", ctx.environment);
  if (agent !== undefined) {
    recordings = recordings.where("calls.agent_id", "=", agent);
    transcripts = transcripts.where("calls.agent_id", "=", agent);
  }
  const [[one], [two]] = await ctx.db.batch(recordings, transcripts);
  return {
    at,
    until,
    recordings: {
      now: one?.now ?? 0,
      week: one?.week ?? 0,
      week_bytes: Number(one?.week_bytes ?? 0),
      held: one?.held ?? 0,
    },
    transcripts: { now: two?.now ?? 0, week: two?.week ?? 0, held: two?.held ?? 0 },
    log_days: LOG_DAYS,
  };
}

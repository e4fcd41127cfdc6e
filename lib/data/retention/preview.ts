import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { endOf, isHeld, LOG_DAYS, withRecording, withTranscript } from "./clocks";
import type { PreviewQuery, RetentionPreview } from "./schema";

const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * What goes this week: how many recordings and transcripts of this environment are past their time now, or will be in
 * seven days; under the agents' own clocks, or under others before somebody sets those.
 */
export async function previewRetention(
  ctx: Ctx,
  { agent_id: agent, recording_days, transcript_days }: PreviewQuery,
): Promise<RetentionPreview> {
  const at = ctx.now();
  const until = plusMs(at, WEEK_MS);
  const sound = endOf("recording", recording_days);
  const words = endOf("transcript", transcript_days);
  const counted = (end: typeof sound, by: string) =>
    sql<number>`(count(*) filter (where ${end} <= ${by}::timestamptz and not ${isHeld}))::int`;
  const held = (end: typeof sound) =>
    sql<number>`(count(*) filter (where ${end} <= ${until}::timestamptz and ${isHeld}))::int`;
  let recordings = withRecording(ctx)
    .select([
      counted(sound, at).as("now"),
      counted(sound, until).as("week"),
      sql<number>`coalesce(sum(recordings.bytes) filter (where ${sound} <= ${until}::timestamptz and not ${isHeld}), 0)::bigint`.as(
        "week_bytes",
      ),
      held(sound).as("held"),
    ])
    .where("calls.environment", "=", ctx.environment);
  let transcripts = withTranscript(ctx)
    .select([counted(words, at).as("now"), counted(words, until).as("week"), held(words).as("held")])
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

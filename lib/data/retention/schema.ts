import { z } from "zod";
import { MAX_RETENTION_DAYS } from "@/lib/identity/workspaces/schema";
import { id, Time } from "@/lib/platform/schema";

const RecordingDays = z.coerce.number().int().min(0).max(MAX_RETENTION_DAYS.recording);
const TranscriptDays = z.coerce.number().int().min(0).max(MAX_RETENTION_DAYS.transcript);

/** Retention settings to preview; omitted ones are the agents' own. */
export const PreviewQuery = z.strictObject({
  agent_id: id("agt").optional(),
  recording_days: RecordingDays.optional(),
  transcript_days: TranscriptDays.optional(),
});
export type PreviewQuery = z.output<typeof PreviewQuery>;

const count = z.int().nonnegative();

export const RetentionPreview = z.strictObject({
  at: Time,
  /** A week from the request. */
  until: Time,
  /**
   * `now`: retention has ended, so the next sweep deletes them; `week`: those and all that follow until then.
   */
  recordings: z.strictObject({ now: count, week: count, week_bytes: count, held: count }),
  transcripts: z.strictObject({ now: count, week: count, held: count }),
  /** `held` above counts records that a legal hold keeps. `log_days`: retention of the operational log. */
  log_days: count,
});
export type RetentionPreview = z.output<typeof RetentionPreview>;

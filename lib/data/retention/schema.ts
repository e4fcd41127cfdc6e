import { z } from "zod";
import { MAX_RETENTION_DAYS } from "@/lib/identity/workspaces/values";
import { id, Time } from "@/lib/platform/schema";

const RecordingDays = z.coerce.number().int().min(0).max(MAX_RETENTION_DAYS.recording);
const TranscriptDays = z.coerce.number().int().min(0).max(MAX_RETENTION_DAYS.transcript);

/** Retention settings to preview; omitted ones are the agents' own. */
export const PreviewQuery = z.strictObject({
  agent_id: id("agt").optional(),
  /** Retention of recordings in days, to count by instead of the agents' own. */
  recording_days: RecordingDays.optional(),
  /** Retention of transcripts in days, to count by instead of the agents' own. */
  transcript_days: TranscriptDays.optional(),
});
export type PreviewQuery = z.output<typeof PreviewQuery>;

const count = z.int().nonnegative();

export const RetentionPreview = z.strictObject({
  /** Time of the preview. */
  at: Time,
  /** A week from the request. */
  until: Time,
  /** Recordings that retention deletes within a week. */
  recordings: z.strictObject({
    /** Number whose retention has ended, so that the next sweep deletes them. */
    now: count,
    /** Number whose retention has ended or ends by `until`. */
    week: count,
    /** Their size in bytes. */
    week_bytes: count,
    /** Number that a legal hold keeps although their retention has ended or ends by `until`. */
    held: count,
  }),
  /** Transcripts that retention deletes within a week. */
  transcripts: z.strictObject({
    /** Number whose retention has ended, so that the next sweep deletes them. */
    now: count,
    /** Number whose retention has ended or ends by `until`. */
    week: count,
    /** Number that a legal hold keeps although their retention has ended or ends by `until`. */
    held: count,
  }),
  /** Retention of the operational log in days. */
  log_days: count,
});
export type RetentionPreview = z.output<typeof RetentionPreview>;

import { z } from "zod";
import { id, Time } from "@/lib/platform/schema";

/** Source: spec.md, "Limits", and product.md, "Retention": the bounds of an agent's own settings. */
const RecordingDays = z.coerce.number().int().min(0).max(365);
const TranscriptDays = z.coerce.number().int().min(0).max(3_650);

/** What would go under other clocks: those that are left out are the agents' own. */
export const PreviewQuery = z.strictObject({
  agent_id: id("agt").optional(),
  recording_days: RecordingDays.optional(),
  transcript_days: TranscriptDays.optional(),
});
export type PreviewQuery = z.output<typeof PreviewQuery>;

const count = z.int().nonnegative();

export const RetentionPreview = z.strictObject({
  at: Time,
  /** A week from then. */
  until: Time,
  /** `now`: past their time by now, so that the next sweep removes them; `week`: those and all that follow until then. */
  recordings: z.strictObject({ now: count, week: count, week_bytes: count, held: count }),
  transcripts: z.strictObject({ now: count, week: count, held: count }),
  /** Kept by a legal hold beyond their time: `held` above. Rows of the operational log are kept for so many days. */
  log_days: count,
});
export type RetentionPreview = z.output<typeof RetentionPreview>;

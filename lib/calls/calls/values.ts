// Values without zod, for pages that show them before a form needs a schema.

export const CALL_CHANNELS = ["phone", "web", "sms", "chat"] as const;
export const CALL_DIRECTIONS = ["inbound", "outbound"] as const;
export const CALL_STATUSES = [
  "queued",
  "ringing",
  "in_progress",
  "completed",
  "no_answer",
  "busy",
  "voicemail",
  "failed",
  "canceled",
  "blocked",
] as const;
export const CALL_END_REASONS = [
  "agent_ended",
  "caller_hung_up",
  "transferred",
  "voicemail_reached",
  "inactivity",
  "max_duration",
  "busy",
  "no_answer",
  "declined",
  "carrier_error",
  "model_error",
  "tool_error",
  "opted_out",
  "policy_blocked",
  "canceled",
  "interrupted_by_restart",
  "cost_limit",
] as const;
/** Reasons for which a settled call counts as failed, in the order in which they apply (`read-failed-calls.ts`). */
export const FAILURE_REASONS = [
  "error",
  "transferred_after_misunderstandings",
  "low_understanding",
  "hung_up",
  "outcome_failed",
] as const;
/** Figures of the analytics, as docs/analytics.md defines them. */
export const CALL_FIGURES = [
  "ended",
  "answered",
  "reached",
  "contained",
  "transferred",
  "opted_out",
  "successful",
  "timed",
] as const;
/** Results of judging a call by a criterion. `judged`: the criterion has an answer and no rule by which it passes. */
export const SCORE_VERDICTS = ["passed", "failed", "judged", "not_judged"] as const;
export type ScoreVerdict = (typeof SCORE_VERDICTS)[number];
/** A criterion and a verdict of a filter, such as `polite:failed`. */
export const SCORE_FILTER = /^[a-z][a-z0-9_]{0,63}:(passed|failed|judged|not_judged)$/;
export const RECORDING_STATES = [
  "pending",
  "recorded",
  "suppressed",
  "disabled",
  "none",
  "expired",
  "erased",
] as const;

/**
 * Minimum silence that ends a chat typed in the dashboard, in seconds: time to read, look something up and think, and a
 * bound for a tab that is left open.
 */
export const TYPED_TEST_SILENCE_S = 600;

/** Failures recorded per call: enough to show an outage, without filling the row of a long call. */
export const MAX_PROVIDER_FAILURES = 20;

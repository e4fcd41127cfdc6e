// Values without imports, for schemas and pages.

/** Why a question has no answer. */
export const JUDGE_PROBLEMS = [
  "no_transcript",
  "transcript_withheld",
  "transcript_too_long",
  "model_failed",
  "model_timeout",
  "model_missing",
  "invalid_answer",
  "undecided",
] as const;
export type JudgeProblem = (typeof JUDGE_PROBLEMS)[number];

import type { CaseCheck } from "../schema";

/** Promises that are checked in each conversation (docs/product.md, "Test suites"). */
export const PROMISES = [
  "disclosure",
  "opt_out",
  "masking",
  "answered_tools",
  "model_answers",
  "speech_works",
] as const;
export type PromiseName = (typeof PROMISES)[number];

/**
 * A check that failed: its position in the case's list, or the name of a promise. `reason` is a code; it holds no word of the
 * conversation, so that it can be exported and logged.
 */
export type CaseFailure =
  | { check: number; type: CaseCheck["type"]; reason: string }
  | { promise: PromiseName; reason: string };

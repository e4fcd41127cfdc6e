// Values without zod, for pages that show them before a form needs a schema.

/** Calls of one run: some hours of a judge. */
export const MAX_RUN_CALLS = 2_000;
/** Days of one run, both ends included. */
export const MAX_RUN_DAYS = 93;

/** `stopped`: a cost limit left no further call. `failed`: the judge failed on several calls one after the other. */
export const SCORE_RUN_STATES = ["queued", "running", "completed", "canceled", "stopped", "failed"] as const;
export type ScoreRunState = (typeof SCORE_RUN_STATES)[number];

/** Whether a run has not ended, so that its state will change soon. */
export const isActiveRun = ({ state }: { state: ScoreRunState }): boolean =>
  state === "queued" || state === "running";

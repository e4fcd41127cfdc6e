// Values without zod, for pages and SQL.

/**
 * State of a score: a judge has answered, a judge could not answer, or no judge has tried yet, and a member has marked the call.
 */
export const SCORE_STATES = ["judged", "not_judged", "pending"] as const;
export type ScoreState = (typeof SCORE_STATES)[number];

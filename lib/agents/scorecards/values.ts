// Values without zod, for pages that show them before a form needs a schema.

/** Criteria of one agent: a judge answers all of them in one request. */
export const MAX_CRITERIA = 20;
/** Versions of an agent's criteria, the former ones included. Scores refer to them, so they are never deleted. */
export const MAX_CRITERION_VERSIONS = 500;
export const MAX_QUESTION = 1_000;
export const MAX_GUIDANCE = 2_000;
/** Largest number of a scale. */
export const MAX_SCALE = 100;
export const MAX_WEIGHT = 100;
export const MAX_LABEL = 200;

export const CRITERION_KINDS = ["yes_no", "scale", "text"] as const;
export type CriterionKind = (typeof CRITERION_KINDS)[number];

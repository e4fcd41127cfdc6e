// Values without zod, for pages that show them before a form needs a schema.

export const SPLIT_STATUSES = ["running", "promoted", "stopped"] as const;

/** Percentages that the deploy dialog offers. */
export const SPLIT_PERCENTS = [5, 10, 20, 50] as const;

/** Limits of the candidate's percentage of new calls. */
export const SPLIT_PERCENT = { min: 1, max: 99 } as const;

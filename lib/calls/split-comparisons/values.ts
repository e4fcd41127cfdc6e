// Values without zod, for pages that explain the comparison.

/** The chance that any of the measures of two equal versions is reported as different, however often it is read. */
export const ERROR_RATE = 0.05;

/** Measures that are tested: the selected outcome, the cost and the latency. */
export const TESTED_MEASURES = ["outcome", "cost", "latency"] as const;

/** Contacts that each version needs before a measure is tested: with fewer, averages of skewed values are not normal enough. */
export const MIN_CONTACTS = 100;

/** Contacts with and without the outcome that each version must be expected to have. */
export const MIN_EXPECTED = 10;

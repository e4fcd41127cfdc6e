const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Delay before each further attempt of a delivery: short after a first failure, then growing, over 24 hours
 * in total.
 */
const DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];
/** Age after which a delivery permanently fails, even if its endpoint's backoff allowed fewer attempts. */
export const MAX_AGE_MS = 24 * HOUR_MS;
/** First backoff of an endpoint that accepts nothing; doubled each time. */
const FIRST_BACKOFF_MS = 5 * SECOND_MS;
const MAX_REST_MS = 10 * MINUTE_MS;
/** Up to a fifth more or less, so that simultaneous failures are retried at different times. */
const JITTER = 0.2;

const jittered = (ms: number, random: () => number): number =>
  Math.round(ms * (1 - JITTER + 2 * JITTER * random()));

/** Delay after a delivery's failed attempt of this number, from 1; null once it has permanently failed. */
export function delayMs(attempt: number, ageMs: number, random: () => number = Math.random): number | null {
  const delay = DELAYS_MS[attempt - 1];
  return delay === undefined || ageMs >= MAX_AGE_MS ? null : jittered(delay, random);
}

/** Backoff of an endpoint after this many rounds in which nothing was accepted, from 1. */
export const backoffMs = (failures: number, random: () => number = Math.random): number =>
  jittered(Math.min(MAX_REST_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10)), random);

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Before each further attempt of a delivery: soon for a hiccup, then ever rarer, over 24 hours in all. */
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
/** A delivery is given up after this, also where its endpoint rested so often that it was tried less. */
export const MAX_AGE_MS = 24 * HOUR_MS;
/** An endpoint that takes nothing is left alone for this, twice as long each time. */
const FIRST_REST_MS = 5 * SECOND_MS;
const MAX_REST_MS = 10 * MINUTE_MS;
/** So that what failed together is not tried together again: a fifth more or less. */
const JITTER = 0.2;

const jittered = (ms: number, random: () => number): number =>
  Math.round(ms * (1 - JITTER + 2 * JITTER * random()));

/** How long to wait after a delivery's failed attempt of this number, from 1; null once it is given up. */
export function delayMs(attempt: number, ageMs: number, random: () => number = Math.random): number | null {
  const delay = DELAYS_MS[attempt - 1];
  return delay === undefined || ageMs >= MAX_AGE_MS ? null : jittered(delay, random);
}

/** How long an endpoint rests after this many turns in which nothing was taken, from 1. */
export const restMs = (failures: number, random: () => number = Math.random): number =>
  jittered(Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** Math.min(failures - 1, 10)), random);

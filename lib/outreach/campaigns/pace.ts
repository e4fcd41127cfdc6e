/** How far ahead attempts are scheduled, so that a step that is late by seconds leaves no gap. */
export const LOOKAHEAD_MS = 5_000;

/**
 * The times at which a campaign can place attempts. `capacity`: how many of them lie within the lookahead.
 */
export type Pace = {
  capacity: number;
  /** RFC 3339 time of the attempt with this index. */
  timeOf(index: number): string;
  /** When to run the next step, after `placedCount` times are used. */
  nextStepAfter(placedCount: number): string;
};

/**
 * Computes the times of a campaign's attempts. They are one interval apart and begin after `pacedUntil`, the
 * latest time already used. Unused time is not made up for.
 */
export function createPace(pacedUntil: string | null, callsPerSecond: number, now: string): Pace {
  const nowMs = Date.parse(now);
  const intervalMs = 1_000 / callsPerSecond;
  const afterLast = pacedUntil === null ? nowMs : Date.parse(pacedUntil) + intervalMs;
  const first = Math.max(nowMs, afterLast);
  const horizon = nowMs + LOOKAHEAD_MS;
  const moment = (index: number): number => Math.ceil(first + index * intervalMs);
  return {
    capacity: first > horizon ? 0 : Math.floor((horizon - first) / intervalMs) + 1,
    timeOf: (index) => new Date(moment(index)).toISOString(),
    nextStepAfter: (placedCount) =>
      new Date(Math.max(nowMs, moment(placedCount) - LOOKAHEAD_MS / 2)).toISOString(),
  };
}

/** How far ahead attempts are given their moment: a step that comes late by seconds leaves no gap. */
export const AHEAD_MS = 5_000;

/** The moments at which a campaign may place attempts: `room` of them lie within reach. */
export type Pace = {
  room: number;
  /** RFC 3339, of the attempt of this index. */
  at(index: number): string;
  /** When the next step makes sense, once the first `taken` are given away. */
  nextStep(taken: number): string;
};

/**
 * Calls per second as moments that are an interval apart, from `pacedUntil` on, the latest that was given away. Time
 * that nobody used is not made up for.
 */
export function paceFrom(pacedUntil: string | null, callsPerSecond: number, now: string): Pace {
  const nowMs = Date.parse(now);
  const intervalMs = 1_000 / callsPerSecond;
  const afterLast = pacedUntil === null ? nowMs : Date.parse(pacedUntil) + intervalMs;
  const first = Math.max(nowMs, afterLast);
  const horizon = nowMs + AHEAD_MS;
  const moment = (index: number): number => Math.ceil(first + index * intervalMs);
  return {
    room: first > horizon ? 0 : Math.floor((horizon - first) / intervalMs) + 1,
    at: (index) => new Date(moment(index)).toISOString(),
    nextStep: (taken) => new Date(Math.max(nowMs, moment(taken) - AHEAD_MS / 2)).toISOString(),
  };
}

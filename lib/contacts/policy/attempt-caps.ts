import type { Facts } from "./facts";
import { DAY_MS, MINUTE_MS } from "./hours";
import { parseTimeMs } from "./parse-time";

/** At most `max` attempts in any `days` consecutive days. */
export type Cap = { max: number; days: number };

/**
 * The product's caps. Source: product.md, outreach. A day is any 24 hours, not a calendar date of the callee, which would
 * allow three attempts in the evening and three more in the morning. Laws that cap attempts count the same way (Fla.
 * Stat. § 501.616(6)(b)). A week is any seven such days.
 */
export const CAPS = [
  { max: 3, days: 1 },
  { max: 7, days: 7 },
] as const satisfies readonly Cap[];

/** The longest time over which any rule counts attempts. Source: regions.ts, France. */
export const ATTEMPTS_KEPT_DAYS = 30;

/** Counts the attempts in the last `days`. Attempts in the future, from another machine's clock, count too. */
export const countAttempts = (attempts: readonly string[], days: number, nowMs: number): number =>
  attempts.filter((at) => parseTimeMs(at) > nowMs - days * DAY_MS).length;

/** The time from which no cap is reached, in milliseconds; in the past if no cap is reached now. */
export function capsEndMs(attempts: readonly string[], caps: readonly Cap[]): number {
  let end = Number.NEGATIVE_INFINITY;
  if (attempts.length === 0) return end;
  const latestFirst = attempts.map(parseTimeMs).sort((a, b) => b - a);
  for (const { max, days } of caps) {
    const last = latestFirst[max - 1];
    if (last !== undefined) end = Math.max(end, last + days * DAY_MS);
  }
  return end;
}

/** The end of a campaign's pause between two attempts, in milliseconds. */
export const pauseEndMs = (budget: Facts["budget"]): number =>
  budget === null || budget.lastAt === null
    ? Number.NEGATIVE_INFINITY
    : parseTimeMs(budget.lastAt) + budget.retryAfterMinutes * MINUTE_MS;

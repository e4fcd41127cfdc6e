import type { Facts } from "./facts";
import { DAY_MS, MINUTE_MS } from "./hours";
import { momentOf } from "./moment";

/** At most so many attempts in so many days on end. */
export type Cap = { max: number; days: number };

/**
 * Source: product.md, outreach. A day is any 24 hours and not the date on the callee's calendar, which would let three
 * attempts in the evening be followed by three in the morning; laws that cap attempts count so too (Fla. Stat.
 * § 501.616(6)(b)). A week is any seven such days.
 */
export const CAPS = [
  { max: 3, days: 1 },
  { max: 7, days: 7 },
] as const satisfies readonly Cap[];

/** The longest time over which any rule counts attempts. Source: regions.ts, France. */
export const ATTEMPTS_KEPT_DAYS = 30;

/** How many of `attempts` lie in the last `days`. What is dated ahead, by another machine's clock, counts too. */
export const countWithin = (attempts: readonly string[], days: number, nowMs: number): number =>
  attempts.filter((at) => momentOf(at) > nowMs - days * DAY_MS).length;

/** When enough attempts have grown old enough for every cap; a moment in the past where they have. */
export function capsEnd(attempts: readonly string[], caps: readonly Cap[]): number {
  let end = Number.NEGATIVE_INFINITY;
  if (attempts.length === 0) return end;
  const latestFirst = attempts.map(momentOf).sort((a, b) => b - a);
  for (const { max, days } of caps) {
    const last = latestFirst[max - 1];
    if (last !== undefined) end = Math.max(end, last + days * DAY_MS);
  }
  return end;
}

/** When a campaign's pause between two attempts is over. */
export const pauseEnd = (budget: Facts["budget"]): number =>
  budget === null || budget.lastAt === null
    ? Number.NEGATIVE_INFINITY
    : momentOf(budget.lastAt) + budget.retryAfterMinutes * MINUTE_MS;

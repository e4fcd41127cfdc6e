import { Temporal } from "temporal-polyfill";
import { dayAfter, dayStart, type Range } from "./range";

type Period = { fromMs: number; toMs: number };

const QUARTER_MS = 15 * 60_000;

const dateOf = (ms: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDate();

/** Moves a time back by whole days of its zone, at the same time of the day. */
function subtractDays(ms: number, timezone: string, days: number): number {
  const moved = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).subtract({ days });
  return Math.floor(moved.epochMilliseconds / QUARTER_MS) * QUARTER_MS;
}

/**
 * Returns the period directly before a period, of as many days, or of the same duration if it is not of whole days. A
 * period in progress is compared with as much of the one before, so that a morning is not compared with a whole day.
 */
export function previousRangeOf(
  { timezone, fromMs, toMs }: Pick<Range, "timezone" | "fromMs" | "toMs">,
  now: string,
): Period {
  const isOfDays = dayStart(fromMs, timezone) === fromMs && dayStart(toMs, timezone) === toMs;
  const days = dateOf(fromMs, timezone).until(dateOf(toMs, timezone), { largestUnit: "day" }).days;
  const nowMs = Math.ceil(Date.parse(now) / QUARTER_MS) * QUARTER_MS;
  const isInProgress = nowMs > fromMs && nowMs < toMs;
  const previousFromMs = isOfDays ? dayAfter(fromMs, timezone, -days) : 2 * fromMs - toMs;
  if (!isInProgress) return { fromMs: previousFromMs, toMs: fromMs };
  const untilMs = isOfDays ? subtractDays(nowMs, timezone, days) : nowMs - (toMs - fromMs);
  const previousToMs = Math.min(Math.max(untilMs, previousFromMs + QUARTER_MS), fromMs);
  return { fromMs: previousFromMs, toMs: previousToMs };
}

import type { Window } from "./schema";
import { DAYS } from "./values";
import { offsetPeriodAt } from "./zone-offsets";

/** A range of minutes of a local day: start (inclusive) and end (exclusive). 1,440 is the end of the day. */
export type Span = readonly [number, number];
/** The open spans of each day in order, Monday first. */
export type Week = readonly (readonly Span[])[];
/** A week in a time zone. */
export type Hours = { week: Week; zone: string };

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;
/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_EPOCH = 3;
/**
 * How far ahead to search for an opening. A year has every weekday with every offset of a zone, so hours that do not open
 * within it never open.
 */
const HORIZON_MS = 400 * DAY_MS;

/** Minutes since midnight of `HH:MM`. */
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Parses a span in the form `HH:MM-HH:MM`. */
export const parseSpan = (text: string): Span => [minutesOf(text.slice(0, 5)), minutesOf(text.slice(6, 11))];

export function weekOf({ days, start, end }: Pick<Window, "days" | "start" | "end">): Week {
  const open: readonly Span[] = [[minutesOf(start), minutesOf(end)]];
  return DAYS.map((day) => (days.includes(day) ? open : []));
}

/** The minutes that are open in both weeks. */
export function intersectWeeks(first: Week, second: Week): Week {
  return first.map((spans, day) =>
    spans.flatMap(([from, until]) =>
      (second[day] ?? []).flatMap(([otherFrom, otherUntil]): Span[] => {
        const common: Span = [Math.max(from, otherFrom), Math.min(until, otherUntil)];
        return common[0] < common[1] ? [common] : [];
      }),
    ),
  );
}

const weekdayOf = (localDay: number): number =>
  (((localDay + WEEKDAY_OF_EPOCH) % DAYS_A_WEEK) + DAYS_A_WEEK) % DAYS_A_WEEK;

/** The first open moment from `localMs` on, for a clock without offset changes. */
function openingOnClock(week: Week, localMs: number): number {
  const today = Math.floor(localMs / DAY_MS);
  // The eighth day is the same weekday again, whose earlier hours may be the next open ones.
  for (let day = today; day <= today + DAYS_A_WEEK; day++) {
    for (const [from, until] of week[weekdayOf(day)] ?? []) {
      if (localMs < day * DAY_MS + until * MINUTE_MS)
        return Math.max(localMs, day * DAY_MS + from * MINUTE_MS);
    }
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * Finds the first open moment from `atMs` on; Infinity if there is none before `limitMs`. A moment is open if the zone's
 * local time is an open minute of an open day. A repeated hour is open twice, a skipped hour never.
 */
function findOpening({ week, zone }: Hours, atMs: number, limitMs: number): number {
  let at = atMs;
  while (at < limitMs) {
    const period = offsetPeriodAt(zone, at);
    if (period === null) break;
    const open = openingOnClock(week, at + period.offsetMs) - period.offsetMs;
    if (open < period.untilMs) return open;
    at = period.untilMs;
  }
  return Number.POSITIVE_INFINITY;
}

/** Finds the first moment from `atMs` on, and before `limitMs`, at which all hours are open. Null if there is none. */
export function findCommonOpening(
  all: readonly Hours[],
  atMs: number,
  limitMs = atMs + HORIZON_MS,
): number | null {
  const limit = Math.min(limitMs, atMs + HORIZON_MS);
  let at = atMs;
  while (at < limit) {
    let next = at;
    for (const hours of all) next = findOpening(hours, next, limit);
    if (next === at) return at;
    at = next;
  }
  return null;
}

/** The open spans on the local day of a moment. Null if the zone does not exist. */
export function spansOfDay({ week, zone }: Hours, atMs: number): readonly Span[] | null {
  const period = offsetPeriodAt(zone, atMs);
  return period && (week[weekdayOf(Math.floor((atMs + period.offsetMs) / DAY_MS))] ?? []);
}

import { DAYS, type Window } from "./schema";
import { stretchAt } from "./zone-offsets";

/** Minutes of a local day: from the first, and until before the second; 1,440 is its end. */
export type Span = readonly [number, number];
/** The open spans of each day, Monday first, each day's in order. */
export type Week = readonly (readonly Span[])[];
/** A week on the clock of a zone. */
export type Hours = { week: Week; zone: string };

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;
/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_EPOCH = 3;
/**
 * How far ahead an opening is looked for: a year has every weekday under every offset of a zone, so that what does not
 * open within it does not open.
 */
const HORIZON_MS = 400 * DAY_MS;

/** Minutes since midnight of `HH:MM`. */
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** A span of `HH:MM-HH:MM`. */
export const spanOf = (text: string): Span => [minutesOf(text.slice(0, 5)), minutesOf(text.slice(6, 11))];

export function weekOf({ days, start, end }: Pick<Window, "days" | "start" | "end">): Week {
  const open: readonly Span[] = [[minutesOf(start), minutesOf(end)]];
  return DAYS.map((day) => (days.includes(day) ? open : []));
}

/** What two weeks have in common. */
export function intersection(one: Week, other: Week): Week {
  return one.map((spans, day) =>
    spans.flatMap(([from, until]) =>
      (other[day] ?? []).flatMap(([otherFrom, otherUntil]): Span[] => {
        const common: Span = [Math.max(from, otherFrom), Math.min(until, otherUntil)];
        return common[0] < common[1] ? [common] : [];
      }),
    ),
  );
}

const weekdayOf = (localDay: number): number =>
  (((localDay + WEEKDAY_OF_EPOCH) % DAYS_A_WEEK) + DAYS_A_WEEK) % DAYS_A_WEEK;

/** The first moment from `localMs` on that is open, on a clock that is never changed. */
function openingOnClock(week: Week, localMs: number): number {
  const today = Math.floor(localMs / DAY_MS);
  // The eighth day is this weekday again, whose earlier hours may be the next that are open.
  for (let day = today; day <= today + DAYS_A_WEEK; day++) {
    for (const [from, until] of week[weekdayOf(day)] ?? []) {
      if (localMs < day * DAY_MS + until * MINUTE_MS)
        return Math.max(localMs, day * DAY_MS + from * MINUTE_MS);
    }
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * The first moment from `atMs` on that is open; Infinity where there is none before `limitMs`. A moment is open when the
 * clock on the zone's walls shows an open minute of an open day: an hour that comes twice is open twice, one that is
 * skipped never is.
 */
function opening({ week, zone }: Hours, atMs: number, limitMs: number): number {
  let at = atMs;
  while (at < limitMs) {
    const stretch = stretchAt(zone, at);
    if (stretch === null) break;
    const open = openingOnClock(week, at + stretch.offsetMs) - stretch.offsetMs;
    if (open < stretch.untilMs) return open;
    at = stretch.untilMs;
  }
  return Number.POSITIVE_INFINITY;
}

/** The first moment from `atMs` on, and before `limitMs`, at which all are open; null where there is none. */
export function commonOpening(
  all: readonly Hours[],
  atMs: number,
  limitMs = atMs + HORIZON_MS,
): number | null {
  const limit = Math.min(limitMs, atMs + HORIZON_MS);
  let at = atMs;
  while (at < limit) {
    let next = at;
    for (const hours of all) next = opening(hours, next, limit);
    if (next === at) return at;
    at = next;
  }
  return null;
}

/** What is open on the day of a moment, on the clock of the zone; null where there is no such zone. */
export function spansOfDay({ week, zone }: Hours, atMs: number): readonly Span[] | null {
  const stretch = stretchAt(zone, atMs);
  return stretch && (week[weekdayOf(Math.floor((atMs + stretch.offsetMs) / DAY_MS))] ?? []);
}

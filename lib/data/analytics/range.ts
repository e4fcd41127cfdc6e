import { Temporal } from "temporal-polyfill";
import { iso } from "@/lib/platform/clock";
import { problemIn, validationError } from "@/lib/platform/errors";
import type { SeriesQuery, SummaryQuery } from "./schema";

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 4 * QUARTER_MS;
/** By default, today and the 29 days before. */
const DEFAULT_DAYS = 30;
/** Maximum points of a line: more than a month of hours, two years of days. */
const MAX_BUCKETS = 750;
const DAYS_OF_WEEK = 7;
const DATE_CHARS = 10;

/**
 * A period in milliseconds, `toMs` exclusive, in quarters of an hour. Every time zone's offset is a multiple
 * of these, so every hour and day of every zone consists of whole ones. `days`: the whole days within it.
 */
export type Range = {
  timezone: string;
  fromMs: number;
  toMs: number;
  days: { fromMs: number; toMs: number };
};

const zoned = (ms: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone);

/**
 * The start of the day that contains a time: midnight, or the first instant after it if clocks are put
 * forward then.
 */
export const dayStart = (ms: number, timezone: string): number =>
  zoned(ms, timezone).startOfDay().epochMilliseconds;

/** The start of the day that is this many days after that of a time. */
export const dayAfter = (ms: number, timezone: string, days: number): number =>
  zoned(ms, timezone).toPlainDate().add({ days }).toZonedDateTime({ timeZone: timezone }).epochMilliseconds;

const startOfDate = (date: string, timezone: string, plus: number): number =>
  Temporal.PlainDate.from(date).add({ days: plus }).toZonedDateTime({ timeZone: timezone }).epochMilliseconds;

function fromOf(from: string, timezone: string): number {
  if (from.length === DATE_CHARS) return startOfDate(from, timezone, 0);
  return Math.floor(Date.parse(from) / QUARTER_MS) * QUARTER_MS;
}

function toOf(to: string, timezone: string): number {
  if (to.length === DATE_CHARS) return startOfDate(to, timezone, 1);
  return Math.ceil(Date.parse(to) / QUARTER_MS) * QUARTER_MS;
}

/**
 * Parses a query's period: days of the time zone, both included, or times, extended to quarters of an hour.
 * By default the last 30 days, including today. Throws a 400 if it ends before it begins.
 */
export function rangeOf(
  { from, to }: Pick<SummaryQuery, "from" | "to">,
  timezone: string,
  now: string,
): Range {
  const nowMs = Date.parse(now);
  const toMs = to === undefined ? dayAfter(nowMs, timezone, 1) : toOf(to, timezone);
  const fromMs = from === undefined ? dayAfter(toMs - 1, timezone, 1 - DEFAULT_DAYS) : fromOf(from, timezone);
  if (fromMs >= toMs) throw validationError([problemIn("query", "/from", "range_ends_early")]);
  const begin = dayStart(fromMs, timezone);
  const first = begin === fromMs ? begin : dayAfter(fromMs, timezone, 1);
  const last = dayStart(toMs, timezone);
  const days = first < last ? { fromMs: first, toMs: last } : { fromMs, toMs: fromMs };
  return { timezone, fromMs, toMs, days };
}

type Bucket = SeriesQuery["bucket"];

/** The end of the bucket that contains a time. */
function endOf(bucket: Bucket, ms: number, timezone: string): number {
  if (bucket === "day") return dayAfter(ms, timezone, 1);
  const at = zoned(ms, timezone);
  if (bucket === "week") return dayAfter(ms, timezone, DAYS_OF_WEEK + 1 - at.dayOfWeek);
  const later = ms - at.minute * MINUTE_MS + HOUR_MS;
  // If clocks change by less than an hour, that hour is shorter.
  const full = later - zoned(later, timezone).minute * MINUTE_MS;
  return full > ms ? full : later;
}

/**
 * Returns the starts of a range's buckets, and finally its end, in milliseconds. An hour that is repeated
 * when clocks are put back is two buckets, and that day has 25 hours. The first and last bucket are cut to
 * the range. Throws a 400 for too many buckets.
 */
export function bucketsOf({ timezone, fromMs, toMs }: Range, bucket: Bucket): number[] {
  const bounds = [fromMs];
  let at = fromMs;
  while (at < toMs) {
    at = Math.min(endOf(bucket, at, timezone), toMs);
    bounds.push(at);
    if (bounds.length > MAX_BUCKETS)
      throw validationError([problemIn("query", "/bucket", "too_many_buckets", { max: MAX_BUCKETS - 1 })]);
  }
  return bounds;
}

/** A period as the API shows it. */
export const presentPeriod = ({ fromMs, toMs }: Pick<Range, "fromMs" | "toMs">) => ({
  from: iso(new Date(fromMs)),
  to: iso(new Date(toMs)),
});

/** A range as the API shows it. */
export const presentRange = ({ timezone, ...period }: Range) => ({ timezone, ...presentPeriod(period) });

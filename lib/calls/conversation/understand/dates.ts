import {
  dayIn,
  dayOf,
  isoDay,
  nextDayOfMonth,
  nextMonthDay,
  nextWeekday,
  plusDays,
  previousWeekday,
  weekdayOfNextWeek,
} from "./calendar";
import type { Found, Heard } from "./heard";
import { cardinalAt, literalAt, type Read } from "./numbers";

type DayRead = { day: Date | null; length: number };
/** Reads a date that begins at token i, or null if none of its kind does. */
type Matcher = (heard: Heard, i: number) => DayRead | null;

const word = (heard: Heard, i: number): string => heard.tokens[i]?.text ?? "";
const look = (words: Readonly<Record<string, number>>, text: string): number | undefined =>
  Object.hasOwn(words, text) ? words[text] : undefined;

function ordinalAt(heard: Heard, i: number): Read | null {
  const { ordinals, ordinalSuffixes } = heard.phrases.dates;
  const text = word(heard, i);
  const literal = /^(\d{1,2})(\p{L}+)$/u.exec(text);
  if (literal?.[1] && ordinalSuffixes.includes(literal[2] ?? ""))
    return { value: Number(literal[1]), length: 1 };
  const simple = look(ordinals, text);
  if (simple !== undefined) return { value: simple, length: 1 };
  const tens = look(heard.phrases.numbers.tens, text);
  const unit = look(ordinals, word(heard, i + 1));
  return tens !== undefined && unit !== undefined && unit < 10 ? { value: tens + unit, length: 2 } : null;
}

const numberAt = (heard: Heard, i: number) =>
  literalAt(heard.tokens, i) ?? cardinalAt(heard.phrases.numbers, heard.tokens, i);

function dayNumberAt(heard: Heard, i: number): Read | null {
  const skip = word(heard, i) === heard.phrases.dates.the ? 1 : 0;
  const read = ordinalAt(heard, i + skip) ?? numberAt(heard, i + skip);
  return read && read.value >= 1 && read.value <= 31
    ? { value: read.value, length: read.length + skip }
    : null;
}

const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

/** "2026", "two thousand and five", "nineteen eighty", "twenty twenty six". */
function yearAt(heard: Heard, i: number): Read | null {
  const fits = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR;
  const read = numberAt(heard, i);
  if (!read) return null;
  if (fits(read.value)) return read;
  const rest = read.value >= 19 && read.value <= 20 ? numberAt(heard, i + read.length) : null;
  const year = rest && rest.value >= 10 && rest.value < 100 ? read.value * 100 + rest.value : 0;
  return rest && fits(year) ? { value: year, length: read.length + rest.length } : null;
}

function dated(heard: Heard, i: number, length: number, month: number, day: number): DayRead {
  const year = yearAt(heard, i + length);
  if (year) return { day: dayIn(year.value, month, day), length: length + year.length };
  return { day: nextMonthDay(heard.now, month, day), length };
}

/** "November 24", "November the twenty fourth, 2026" */
const monthFirst: Matcher = (heard, i) => {
  const month = look(heard.phrases.dates.months, word(heard, i));
  const day = month === undefined ? null : dayNumberAt(heard, i + 1);
  return month !== undefined && day ? dated(heard, i, 1 + day.length, month, day.value) : null;
};

/** "24 November", "the 24th of November 2026" */
const dayFirst: Matcher = (heard, i) => {
  const day = dayNumberAt(heard, i);
  if (!day) return null;
  const of = word(heard, i + day.length) === heard.phrases.dates.of ? 1 : 0;
  const month = look(heard.phrases.dates.months, word(heard, i + day.length + of));
  return month === undefined ? null : dated(heard, i, day.length + of + 1, month, day.value);
};

/** Ten years: whoever says more days than that means something else. */
const FURTHEST_DAYS = 3_660;

const relative: Matcher = (heard, i) => {
  const hit = heard.phrases.dates.relative.find((r) => r.words.every((w, n) => word(heard, i + n) === w));
  return hit ? { day: plusDays(dayOf(heard.now), hit.days), length: hit.words.length } : null;
};

/** "in three days", "in a week" */
const inDays: Matcher = (heard, i) => {
  const { in: into, a, units } = heard.phrases.dates;
  if (word(heard, i) !== into) return null;
  const count = a.includes(word(heard, i + 1)) ? { value: 1, length: 1 } : numberAt(heard, i + 1);
  const unit = count ? look(units, word(heard, i + 1 + count.length)) : undefined;
  if (!count || unit === undefined || count.value * unit > FURTHEST_DAYS) return null;
  return { day: plusDays(dayOf(heard.now), count.value * unit), length: 2 + count.length };
};

/** "Tuesday", "next Tuesday", "Tuesday next week", "Tuesday the 24th", "Tuesday, November 24" */
const weekday: Matcher = (heard, i) => {
  const { weekdays, weekdaysShort, next, this: near, week, on } = heard.phrases.dates;
  const weekFirst = word(heard, i) === next && word(heard, i + 1) === week;
  const lead = weekFirst
    ? word(heard, i + 2) === on
      ? 3
      : 2
    : [next, near].includes(word(heard, i))
      ? 1
      : 0;
  const name = word(heard, i + lead);
  const number = look(weekdays, name) ?? (heard.asked ? look(weekdaysShort, name) : undefined);
  if (number === undefined) return null;
  const after = i + lead + 1;
  const exact =
    lead === 0 ? (monthFirst(heard, after) ?? dayFirst(heard, after) ?? weekdaysNumber(heard, after)) : null;
  if (exact) return { day: exact.day, length: exact.length + 1 };
  const weekLast = word(heard, after) === next && word(heard, after + 1) === week;
  const later = weekFirst || weekLast || (lead === 1 && word(heard, i) === next);
  const day = later ? weekdayOfNextWeek(heard.now, number) : nextWeekday(heard.now, number);
  return { day, length: lead + 1 + (weekLast ? 2 : 0) };
};

/** "last Tuesday": the latest one before today. */
const weekdayBefore: Matcher = (heard, i) => {
  const { last, weekdays, weekdaysShort } = heard.phrases.dates;
  if (word(heard, i) !== last) return null;
  const name = word(heard, i + 1);
  const number = look(weekdays, name) ?? (heard.asked ? look(weekdaysShort, name) : undefined);
  return number === undefined ? null : { day: previousWeekday(heard.now, number), length: 2 };
};

/** "three days ago", "a week ago" */
const daysAgo: Matcher = (heard, i) => {
  const { a, ago, units } = heard.phrases.dates;
  const count = a.includes(word(heard, i)) ? { value: 1, length: 1 } : numberAt(heard, i);
  const unit = count ? look(units, word(heard, i + count.length)) : undefined;
  if (!count || unit === undefined || word(heard, i + count.length + 1) !== ago) return null;
  const days = count.value * unit;
  return days > FURTHEST_DAYS ? null : { day: plusDays(dayOf(heard.now), -days), length: count.length + 2 };
};

const weekdaysNumber: Matcher = (heard, i) => {
  const skip = word(heard, i) === heard.phrases.dates.the ? 1 : 0;
  const ordinal = ordinalAt(heard, i + skip);
  return ordinal ? { day: nextDayOfMonth(heard.now, ordinal.value), length: ordinal.length + skip } : null;
};

/** "the 24th"; when a date was asked for, "24" too */
const dayOfMonth: Matcher = (heard, i) => {
  const { the, on } = heard.phrases.dates;
  const lead = word(heard, i) === on && word(heard, i + 1) === the ? 2 : word(heard, i) === the ? 1 : 0;
  if (!heard.asked && lead < 2) return null;
  const day = ordinalAt(heard, i + lead);
  if (day) return { day: nextDayOfMonth(heard.now, day.value), length: lead + day.length };
  const bare = heard.asked && heard.tokens.length <= 2 ? dayNumberAt(heard, i) : null;
  return bare && { day: nextDayOfMonth(heard.now, bare.value), length: bare.length };
};

const MATCHERS: readonly Matcher[] = [
  weekdayBefore,
  weekday,
  monthFirst,
  dayFirst,
  relative,
  inDays,
  daysAgo,
  dayOfMonth,
];

const NUMERIC =
  /(?<![\d/.-])(?:(\d{4})-(\d{1,2})-(\d{1,2})(?:T[\d:.Z+]*)?|(\d{1,2})([/.-])(\d{1,2})\5(\d{4}|\d{2})|(\d{1,2})\/(\d{1,2}))(?![\d/-])/g;

/** ISO; month/day with a slash or a dash (United States) unless the first cannot be a month; day.month with dots. */
function numericDay(m: RegExpExecArray, now: Date): Date | null {
  if (m[1]) return dayIn(Number(m[1]), Number(m[2]), Number(m[3]));
  const a = Number(m[4] ?? m[8]);
  const b = Number(m[6] ?? m[9]);
  const [month, day] = m[5] === "." || a > 12 ? [b, a] : [a, b];
  if (m[7] === undefined) return nextMonthDay(now, month, day);
  const year = Number(m[7]);
  // Two digits: up to ten years ahead, else the century before (a date of birth).
  const century = year <= (now.getUTCFullYear() % 100) + 10 ? 2000 : 1900;
  return dayIn(m[7].length === 2 ? century + year : year, month, day);
}

type Span = { day: Date | null; start: number; end: number };

const numeric = (heard: Heard): Span[] =>
  [...heard.text.matchAll(NUMERIC)].map((m) => ({
    day: numericDay(m, heard.now),
    start: m.index,
    end: m.index + m[0].length,
  }));

function spoken(heard: Heard, taken: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (let i = 0; i < heard.tokens.length; ) {
    const token = heard.tokens[i];
    const free = token && !taken.some((s) => token.start < s.end && token.end > s.start);
    const read = free
      ? MATCHERS.reduce<DayRead | null>((found, match) => found ?? match(heard, i), null)
      : null;
    if (token && read)
      spans.push({
        day: read.day,
        start: token.start,
        end: heard.tokens[i + read.length - 1]?.end ?? token.end,
      });
    i += read?.length ?? 1;
  }
  return spans;
}

/** A calendar day as `2026-11-24`. Two different ones, and a day that does not exist, are no answer. */
export function findDate(heard: Heard): Found | null {
  const written = numeric(heard);
  const spans = [...written, ...spoken(heard, written)].sort((a, b) => a.start - b.start);
  const days = new Set(spans.map((s) => (s.day ? isoDay(s.day) : null)));
  const [first] = spans;
  const [day] = days;
  return first && day && days.size === 1 ? { value: day, start: first.start, end: first.end } : null;
}

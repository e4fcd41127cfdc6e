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
import { cardinalAt, literalAt, type Read } from "./numbers";
import type { ParsedUtterance, ValueMatch } from "./parsed-utterance";

type DayRead = { day: Date | null; length: number };
/** Reads a date that begins at token i, or null if none of its kind does. */
type Matcher = (utterance: ParsedUtterance, i: number) => DayRead | null;

const word = (utterance: ParsedUtterance, i: number): string => utterance.tokens[i]?.text ?? "";
const look = (words: Readonly<Record<string, number>>, text: string): number | undefined =>
  Object.hasOwn(words, text) ? words[text] : undefined;

function ordinalAt(utterance: ParsedUtterance, i: number): Read | null {
  const { ordinals, ordinalSuffixes } = utterance.phrases.dates;
  const text = word(utterance, i);
  const literal = /^(\d{1,2})(\p{L}+)$/u.exec(text);
  if (literal?.[1] && ordinalSuffixes.includes(literal[2] ?? ""))
    return { value: Number(literal[1]), length: 1 };
  const simple = look(ordinals, text);
  if (simple !== undefined) return { value: simple, length: 1 };
  const tens = look(utterance.phrases.numbers.tens, text);
  const unit = look(ordinals, word(utterance, i + 1));
  return tens !== undefined && unit !== undefined && unit < 10 ? { value: tens + unit, length: 2 } : null;
}

const numberAt = (utterance: ParsedUtterance, i: number) =>
  literalAt(utterance.tokens, i) ?? cardinalAt(utterance.phrases.numbers, utterance.tokens, i);

function dayNumberAt(utterance: ParsedUtterance, i: number): Read | null {
  const skip = word(utterance, i) === utterance.phrases.dates.the ? 1 : 0;
  const read = ordinalAt(utterance, i + skip) ?? numberAt(utterance, i + skip);
  return read && read.value >= 1 && read.value <= 31
    ? { value: read.value, length: read.length + skip }
    : null;
}

const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

/** "2026", "two thousand and five", "nineteen eighty", "twenty twenty six". */
function yearAt(utterance: ParsedUtterance, i: number): Read | null {
  const fits = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR;
  const read = numberAt(utterance, i);
  if (!read) return null;
  if (fits(read.value)) return read;
  const secondPart = read.value >= 19 && read.value <= 20 ? numberAt(utterance, i + read.length) : null;
  const year =
    secondPart && secondPart.value >= 10 && secondPart.value < 100 ? read.value * 100 + secondPart.value : 0;
  return secondPart && fits(year) ? { value: year, length: read.length + secondPart.length } : null;
}

function dated(utterance: ParsedUtterance, i: number, length: number, month: number, day: number): DayRead {
  const year = yearAt(utterance, i + length);
  if (year) return { day: dayIn(year.value, month, day), length: length + year.length };
  return { day: nextMonthDay(utterance.now, month, day), length };
}

/** "November 24", "November the twenty fourth, 2026" */
const monthFirst: Matcher = (utterance, i) => {
  const month = look(utterance.phrases.dates.months, word(utterance, i));
  const day = month === undefined ? null : dayNumberAt(utterance, i + 1);
  return month !== undefined && day ? dated(utterance, i, 1 + day.length, month, day.value) : null;
};

/** "24 November", "the 24th of November 2026" */
const dayFirst: Matcher = (utterance, i) => {
  const day = dayNumberAt(utterance, i);
  if (!day) return null;
  const of = word(utterance, i + day.length) === utterance.phrases.dates.of ? 1 : 0;
  const month = look(utterance.phrases.dates.months, word(utterance, i + day.length + of));
  return month === undefined ? null : dated(utterance, i, day.length + of + 1, month, day.value);
};

/** Ten years: a caller who says more days means something else. */
const FURTHEST_DAYS = 3_660;

const relative: Matcher = (utterance, i) => {
  const hit = utterance.phrases.dates.relative.find((r) =>
    r.words.every((w, n) => word(utterance, i + n) === w),
  );
  return hit ? { day: plusDays(dayOf(utterance.now), hit.days), length: hit.words.length } : null;
};

/** "in three days", "in a week" */
const inDays: Matcher = (utterance, i) => {
  const { in: into, a, units } = utterance.phrases.dates;
  if (word(utterance, i) !== into) return null;
  const count = a.includes(word(utterance, i + 1)) ? { value: 1, length: 1 } : numberAt(utterance, i + 1);
  const unit = count ? look(units, word(utterance, i + 1 + count.length)) : undefined;
  if (!count || unit === undefined || count.value * unit > FURTHEST_DAYS) return null;
  return { day: plusDays(dayOf(utterance.now), count.value * unit), length: 2 + count.length };
};

/** "Tuesday", "next Tuesday", "Tuesday next week", "Tuesday the 24th", "Tuesday, November 24" */
const weekday: Matcher = (utterance, i) => {
  const { weekdays, weekdaysShort, next, this: near, week, on } = utterance.phrases.dates;
  const weekFirst = word(utterance, i) === next && word(utterance, i + 1) === week;
  const lead = weekFirst
    ? word(utterance, i + 2) === on
      ? 3
      : 2
    : [next, near].includes(word(utterance, i))
      ? 1
      : 0;
  const name = word(utterance, i + lead);
  const number = look(weekdays, name) ?? (utterance.isAnswer ? look(weekdaysShort, name) : undefined);
  if (number === undefined) return null;
  const after = i + lead + 1;
  const exact =
    lead === 0
      ? (monthFirst(utterance, after) ?? dayFirst(utterance, after) ?? weekdaysNumber(utterance, after))
      : null;
  if (exact) return { day: exact.day, length: exact.length + 1 };
  const weekLast = word(utterance, after) === next && word(utterance, after + 1) === week;
  const later = weekFirst || weekLast || (lead === 1 && word(utterance, i) === next);
  const day = later ? weekdayOfNextWeek(utterance.now, number) : nextWeekday(utterance.now, number);
  return { day, length: lead + 1 + (weekLast ? 2 : 0) };
};

/** "last Tuesday": the latest one before today. */
const weekdayBefore: Matcher = (utterance, i) => {
  const { last, weekdays, weekdaysShort } = utterance.phrases.dates;
  if (word(utterance, i) !== last) return null;
  const name = word(utterance, i + 1);
  const number = look(weekdays, name) ?? (utterance.isAnswer ? look(weekdaysShort, name) : undefined);
  return number === undefined ? null : { day: previousWeekday(utterance.now, number), length: 2 };
};

/** "three days ago", "a week ago" */
const daysAgo: Matcher = (utterance, i) => {
  const { a, ago, units } = utterance.phrases.dates;
  const count = a.includes(word(utterance, i)) ? { value: 1, length: 1 } : numberAt(utterance, i);
  const unit = count ? look(units, word(utterance, i + count.length)) : undefined;
  if (!count || unit === undefined || word(utterance, i + count.length + 1) !== ago) return null;
  const days = count.value * unit;
  return days > FURTHEST_DAYS
    ? null
    : { day: plusDays(dayOf(utterance.now), -days), length: count.length + 2 };
};

const weekdaysNumber: Matcher = (utterance, i) => {
  const skip = word(utterance, i) === utterance.phrases.dates.the ? 1 : 0;
  const ordinal = ordinalAt(utterance, i + skip);
  return ordinal
    ? { day: nextDayOfMonth(utterance.now, ordinal.value), length: ordinal.length + skip }
    : null;
};

/** "the 24th"; when a date was asked for, "24" too */
const dayOfMonth: Matcher = (utterance, i) => {
  const { the, on } = utterance.phrases.dates;
  const lead =
    word(utterance, i) === on && word(utterance, i + 1) === the ? 2 : word(utterance, i) === the ? 1 : 0;
  if (!utterance.isAnswer && lead < 2) return null;
  const day = ordinalAt(utterance, i + lead);
  if (day) return { day: nextDayOfMonth(utterance.now, day.value), length: lead + day.length };
  const bare = utterance.isAnswer && utterance.tokens.length <= 2 ? dayNumberAt(utterance, i) : null;
  return bare && { day: nextDayOfMonth(utterance.now, bare.value), length: bare.length };
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

const numeric = (utterance: ParsedUtterance): Span[] =>
  [...utterance.text.matchAll(NUMERIC)].map((m) => ({
    day: numericDay(m, utterance.now),
    start: m.index,
    end: m.index + m[0].length,
  }));

function spokenDates(utterance: ParsedUtterance, usedSpans: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (let i = 0; i < utterance.tokens.length; ) {
    const token = utterance.tokens[i];
    const free = token && !usedSpans.some((s) => token.start < s.end && token.end > s.start);
    const read = free
      ? MATCHERS.reduce<DayRead | null>((earlier, match) => earlier ?? match(utterance, i), null)
      : null;
    if (token && read)
      spans.push({
        day: read.day,
        start: token.start,
        end: utterance.tokens[i + read.length - 1]?.end ?? token.end,
      });
    i += read?.length ?? 1;
  }
  return spans;
}

/** A calendar day as `2026-11-24`. Two different ones, and a day that does not exist, are no answer. */
export function findDate(utterance: ParsedUtterance): ValueMatch | null {
  const writtenDates = numeric(utterance);
  const spans = [...writtenDates, ...spokenDates(utterance, writtenDates)].sort((a, b) => a.start - b.start);
  const days = new Set(spans.map((s) => (s.day ? isoDay(s.day) : null)));
  const [first] = spans;
  const [day] = days;
  return first && day && days.size === 1 ? { value: day, start: first.start, end: first.end } : null;
}

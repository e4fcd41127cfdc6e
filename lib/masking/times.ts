import type { TokenRange } from "./dates";
import type { Lattice } from "./lattice";
import { type NumberPhrase, parseSmallNumber } from "./numbers";
import type { Token } from "./tokens";

const HALF_DAY = 720;
const DAY = 1440;

/** A time of day in a text. `exact` is false if it may be morning or afternoon. */
type SpokenTime = { minute: number; exact: boolean; length: number };

/** Parses a normalized time (14:30) into minutes since midnight; undefined for anything else. */
export function parseMinute(value: string): number | undefined {
  const match = /^(\d{2}):(\d{2})/.exec(value);
  return match === null ? undefined : Number(match[1]) * 60 + Number(match[2]);
}

/** Finds where a text names this time of day: "14:30", "2:30 pm", "half past two", "two thirty", "noon". */
export function findMinute(lattice: Lattice, minute: number): TokenRange[] {
  const ranges: TokenRange[] = [];
  let end = 0;
  for (const at of lattice.valueStarts) {
    const spokenTime = at < end ? undefined : sayAt(lattice.tokens, at);
    if (spokenTime === undefined) continue;
    const isSameTime = spokenTime.exact
      ? spokenTime.minute % DAY === minute
      : spokenTime.minute % HALF_DAY === minute % HALF_DAY;
    if (!isSameTime) continue;
    ranges.push({ from: at, to: at + spokenTime.length });
    end = at + spokenTime.length;
  }
  return ranges;
}

function sayAt(tokens: readonly Token[], at: number): SpokenTime | undefined {
  const named = tokens[at]?.info?.minuteOfDay;
  if (named !== undefined) return { minute: named, exact: true, length: 1 };
  return relative(tokens, at) ?? clock(tokens, at) ?? bareHour(tokens, at);
}

/** The number of tokens from `at` that name a time of day; 0 if none. */
export const timeLength = (tokens: readonly Token[], at: number): number => sayAt(tokens, at)?.length ?? 0;

/** "half past two", "quarter to three", "ten minutes to three", each perhaps with am or pm. */
function relative(tokens: readonly Token[], at: number): SpokenTime | undefined {
  const info = tokens[at]?.info;
  let minutes: NumberPhrase | undefined = parseSmallNumber(tokens, at);
  if (info?.half) minutes = { value: 30, length: 1 };
  else if (info?.quarter) minutes = { value: 15, length: 1 };
  if (minutes === undefined || minutes.value >= 60) return undefined;
  let next = at + minutes.length;
  if (tokens[next]?.info?.minutes) next++;
  const side = tokens[next]?.info;
  const sign = side?.past ? 1 : side?.to ? -1 : 0;
  const hour = sign === 0 ? undefined : hourAt(tokens, next + 1);
  if (hour === undefined) return undefined;
  const minute = (hour.value * 60 + sign * minutes.value + DAY) % DAY;
  return withHalf(tokens, at, next + 1 + hour.length, minute, hour.value);
}

function hourAt(tokens: readonly Token[], at: number): NumberPhrase | undefined {
  const hour = parseSmallNumber(tokens, at);
  return hour !== undefined && hour.value <= 24 ? hour : undefined;
}

/** "14:30", "2.30", "1430", "two thirty", "two oh five", "two o'clock", "2 pm". */
function clock(tokens: readonly Token[], at: number): SpokenTime | undefined {
  const token = tokens[at];
  if (token?.kind === "digits" && token.text.length === 4) {
    return inDay(tokens, at, at + 1, Number(token.text.slice(0, 2)), Number(token.text.slice(2)));
  }
  const hour = hourAt(tokens, at);
  if (hour === undefined) return undefined;
  const next = at + hour.length;
  const minutes = minutesAt(tokens, next);
  if (minutes !== undefined) return inDay(tokens, at, next + minutes.length, hour.value, minutes.value);
  const exactTime = exactBehind(tokens, next);
  if (exactTime !== next) return withHalf(tokens, at, exactTime, hour.value * 60, hour.value);
  return halfAt(tokens, next) === undefined
    ? undefined
    : withHalf(tokens, at, next, hour.value * 60, hour.value);
}

/** The minutes after an hour: ":30", ".30", "thirty", "oh five". */
function minutesAt(tokens: readonly Token[], at: number): NumberPhrase | undefined {
  const mark = tokens[at];
  if (mark?.kind === "punct") {
    const digits = /^[:.h]$/.test(mark.text) ? tokens[at + 1] : undefined;
    if (digits?.kind !== "digits" || digits.text.length !== 2 || digits.start !== mark.end) return undefined;
    return { value: Number(digits.text), length: 2 };
  }
  if (mark?.info?.looseZero || mark?.info?.digit === "0") {
    const unit = parseSmallNumber(tokens, at + 1);
    return unit !== undefined && unit.value < 10 ? { value: unit.value, length: 1 + unit.length } : undefined;
  }
  const minutes = parseSmallNumber(tokens, at);
  return minutes !== undefined && minutes.value >= 10 ? minutes : undefined;
}

/** The index after "o'clock" at `at`, else `at`. */
function exactBehind(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.info?.exact) return at + 1;
  const spelled = tokens[at]?.text === "o" && tokens[at + 2]?.info?.exact;
  return spelled ? at + 3 : at;
}

/** "at two": an hour alone, after a word such as "at". */
function bareHour(tokens: readonly Token[], at: number): SpokenTime | undefined {
  if (!tokens[at - 1]?.info?.at) return undefined;
  const hour = hourAt(tokens, at);
  return hour === undefined
    ? undefined
    : { minute: hour.value * 60, exact: hour.value > 12, length: hour.length };
}

function inDay(
  tokens: readonly Token[],
  at: number,
  to: number,
  hour: number,
  minute: number,
): SpokenTime | undefined {
  if (hour > 24 || minute > 59) return undefined;
  return withHalf(tokens, at, to, hour * 60 + minute, hour);
}

/** am or pm at `at` ("pm", "p.m.", "p m"), and its length in tokens. */
function halfAt(tokens: readonly Token[], at: number): { pm: boolean; length: number } | undefined {
  const token = tokens[at];
  if (token?.info?.am) return { pm: false, length: 1 };
  if (token?.info?.pm) return { pm: true, length: 1 };
  if (token?.text !== "a" && token?.text !== "p") return undefined;
  const m = tokens[at + 1]?.text === "." ? at + 2 : at + 1;
  if (tokens[m]?.text !== "m") return undefined;
  const end = tokens[m + 1]?.text === "." ? m + 2 : m + 1;
  return { pm: token.text === "p", length: end - at };
}

function withHalf(
  tokens: readonly Token[],
  at: number,
  to: number,
  minute: number,
  hour: number,
): SpokenTime {
  const half = halfAt(tokens, to);
  if (half === undefined) return { minute, exact: hour > 12 || hour === 0, length: to - at };
  return {
    minute: (minute % HALF_DAY) + (half.pm ? HALF_DAY : 0),
    exact: true,
    length: to + half.length - at,
  };
}

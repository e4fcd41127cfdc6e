import type { Lattice } from "./lattice";
import { dayAt, type NumberPhrase, ordinalAt, yearAt } from "./numbers";
import type { Token } from "./tokens";

export type TokenRange = { from: number; to: number };
type Day = { year: number; month: number; day: number; weekday: number };

/** Parses a normalized date (2026-11-24); undefined for anything else. */
export function parseDay(value: string): Day | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(value);
  if (match === null) return undefined;
  const at = new Date(`${match[0]}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return undefined;
  return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]), weekday: at.getUTCDay() };
}

const CONNECTORS = new Set(["the", "of", ",", ".", "in", "on", "-"]);
const isConnector = (token: Token | undefined): boolean => token !== undefined && CONNECTORS.has(token.text);

const SEPARATOR = /^[/.\-‐‑–]$/;

/** Finds where a text names the day: in words, in figures with separators, by its weekday or by its ordinal alone. */
export function findDay(lattice: Lattice, day: Day): TokenRange[] {
  const ranges: TokenRange[] = [];
  const { tokens } = lattice;
  let end = 0;
  for (const at of lattice.valueStarts) {
    if (at < end) continue;
    const phrase =
      monthName(tokens, at, day) ??
      figures(tokens, at, day) ??
      ordinalAlone(tokens, at, day) ??
      weekday(tokens, at, day);
    if (phrase === undefined) continue;
    ranges.push(phrase);
    end = phrase.to;
  }
  return ranges;
}

/** "November 24th, 2026", "the twenty fourth of November", with the weekday before it. */
function monthName(tokens: readonly Token[], at: number, day: Day): TokenRange | undefined {
  if (tokens[at]?.info?.month !== day.month) return undefined;
  const after = indexAfter(tokens, at + 1);
  const right = dayAt(tokens, after);
  if (right?.value === day.day) {
    return widen(tokens, { from: at, to: after + right.length });
  }
  const left = dayBefore(tokens, at, day.day);
  return left === undefined ? undefined : widen(tokens, { from: left, to: at + 1 });
}

/** The index after at most two connecting words or marks. */
function indexAfter(tokens: readonly Token[], at: number): number {
  let i = at;
  while (i < at + 2 && isConnector(tokens[i])) i++;
  return i;
}

const MAX_DAY_TOKENS = 3; // "twenty", "-", "fourth"

/** The start of the day's number that ends before the month's name at `at`. */
function dayBefore(tokens: readonly Token[], at: number, day: number): number | undefined {
  let end = at;
  while (end > at - 2 && isConnector(tokens[end - 1])) end--;
  for (let length = MAX_DAY_TOKENS; length >= 1; length--) {
    const from = end - length;
    const previousDay = from < 0 ? undefined : dayAt(tokens, from);
    if (previousDay?.length === length && previousDay.value === day) return from;
  }
  return undefined;
}

/** Extends a range by a following year and a preceding weekday. */
function widen(tokens: readonly Token[], range: TokenRange): TokenRange {
  const next = indexAfter(tokens, range.to);
  const year = yearAt(tokens, next);
  const to = year === undefined ? range.to : next + year.length;
  let before = range.from - 1;
  while (before > range.from - 3 && isConnector(tokens[before])) before--;
  return { from: tokens[before]?.info?.weekday === undefined ? range.from : before, to };
}

/** "11/24", "24.11.2026", "2026-11-24": figures with separators, in any usual order. */
function figures(tokens: readonly Token[], at: number, day: Day): TokenRange | undefined {
  const numbers: number[] = [];
  let end = at;
  for (let i = at; numbers.length < 3; i += 2) {
    const token = tokens[i];
    if (token?.kind !== "digits" || token.text.length > 4) break;
    numbers.push(Number(token.text));
    end = i + 1;
    const separator = tokens[end];
    if (separator === undefined || !SEPARATOR.test(separator.text) || separator.start !== token.end) break;
  }
  return isDay(numbers, day) ? { from: at, to: end } : undefined;
}

function isDay(numbers: readonly number[], { year, month, day }: Day): boolean {
  const [a = 0, b = 0, c] = numbers;
  const pair = (x: number, y: number) => (x === month && y === day) || (x === day && y === month);
  if (numbers.length === 2) return pair(a, b);
  if (c === undefined) return false;
  return ((c === year || c === year % 100) && pair(a, b)) || (a === year && pair(b, c));
}

/** "the 24th": an ordinal that is unambiguous without a month. */
function ordinalAlone(tokens: readonly Token[], at: number, day: Day): TokenRange | undefined {
  const ordinal: (NumberPhrase & { sure: boolean }) | undefined = ordinalAt(tokens, at);
  return ordinal?.sure && ordinal.value === day.day ? { from: at, to: at + ordinal.length } : undefined;
}

function weekday(tokens: readonly Token[], at: number, day: Day): TokenRange | undefined {
  const token = tokens[at];
  // "sun" and "sat" are also ordinary words. The full name of a weekday has six letters or more.
  return token?.info?.weekday === day.weekday && token.text.length >= 6
    ? { from: at, to: at + 1 }
    : undefined;
}

/** Whether a token can name a date or a time, so that an answer to such a question is masked there. */
function isWhen(lattice: Lattice, at: number): boolean {
  const token = lattice.tokens[at];
  if (token === undefined) return false;
  if (token.kind === "digits") return true;
  const info = token.info;
  if (info === undefined) return false;
  const named = info.month ?? info.weekday ?? info.ordinal ?? info.minuteOfDay;
  if (named !== undefined || info.relativeDay || info.dayPart) return true;
  return (
    info.digit !== undefined || info.teen !== undefined || info.tens !== undefined || info.scale !== undefined
  );
}

const isWhenConnector = (token: Token | undefined): boolean =>
  token !== undefined &&
  (isConnector(token) ||
    token.kind === "punct" ||
    token.info?.to ||
    token.info?.past ||
    token.info?.at ||
    token.info?.ordinalSuffix ||
    token.info?.and ||
    token.info?.looseZero ||
    /^(this|last|a|p|m)$/.test(token.text)) === true;

/** Finds the ranges that name a date or time: "next Tuesday", "the twenty fourth of November at half past two". */
export function findDateTimeRanges(lattice: Lattice): TokenRange[] {
  const ranges: TokenRange[] = [];
  let open: TokenRange | undefined;
  for (let at = 0; at < lattice.tokens.length; at++) {
    if (isWhen(lattice, at)) {
      if (open === undefined) {
        open = { from: at, to: at + 1 };
        ranges.push(open);
      }
      open.to = at + 1;
      // A suffix of a number ("24 th", "2 p m") belongs to the range, even at its end.
      while (isTail(lattice.tokens, open.to)) open.to++;
    } else if (!isWhenConnector(lattice.tokens[at]) && (open === undefined || at >= open.to))
      open = undefined;
  }
  return ranges;
}

function isTail(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.info?.ordinalSuffix || token?.info?.am || token?.info?.pm) return true;
  if (token?.text === "." && tokens[at + 1]?.text === "m") return true;
  if (token?.text === "m") return /^[ap.]$/.test(tokens[at - 1]?.text ?? "");
  return /^[ap]$/.test(token?.text ?? "") && /^[.m]$/.test(tokens[at + 1]?.text ?? "");
}

import { findDateTimeRanges, type TokenRange } from "./dates";
import type { Lattice } from "./lattice";
import { timeLength } from "./times";
import type { Token } from "./tokens";

const CURRENCY = /^\p{Sc}$/u;
const MONEY =
  "euro euros eur dollar dollars usd buck bucks pound pounds gbp quid cent cents pence penny franc francs";
const MONEY_WORDS = new Set(MONEY.split(" "));
/** Units and counted things. A number before one of them is not an identifier. */
const UNITS = new Set(
  `${MONEY} percent
  people persons person adults children kids guests rooms room nights night days day weeks week months month years year
  hours hour minutes minute seconds times pieces boxes chairs bottles floor street road avenue miles mile kilometers km
  meters meter feet inches kilos kilo pounds grams degrees square points steps pages seats tickets things items`
    .trim()
    .split(/\s+/),
);
/** Most digits of a price or a count. A longer number may be an identifier. */
const PRICE_DIGITS_MAX = 7;
const YEAR = /^(?:19|20)\d\d$/;

const digitCount = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, { kind, text }) => sum + (kind === "digits" ? text.length : 1), 0);

/**
 * Whether the digits at tokens `from` to `to` are certainly a price, a count, a date or a time ("$1,250", "350 euros",
 * "March 3rd, 2027", "14:30"). False if uncertain, as they may be an identifier.
 */
export function isQuantityOrDate(lattice: Lattice, from: number, to: number): boolean {
  const { tokens } = lattice;
  const before = tokens[from - 1];
  const after = tokens[to];
  if (digitCount(tokens.slice(from, to)) <= PRICE_DIGITS_MAX) {
    if (before !== undefined && CURRENCY.test(before.text)) return true;
    if (after !== undefined && (CURRENCY.test(after.text) || after.text === "%" || UNITS.has(after.text)))
      return true;
  }
  return isClock(tokens, from, to) || isWrittenDay(tokens, from, to) || isNamedDay(lattice, from, to);
}

/** Whether a whole run of digits is a price ("$49.99", "250 euros"). In "1111 $50" the sign belongs to the next number. */
function isPrice(tokens: readonly Token[], from: number, to: number): boolean {
  if (digitCount(tokens.slice(from, to)) > PRICE_DIGITS_MAX) return false;
  if (CURRENCY.test(tokens[from - 1]?.text ?? "")) return true;
  const [after, next] = tokens.slice(to, to + 2);
  if (after === undefined) return false;
  return MONEY_WORDS.has(after.text) || (CURRENCY.test(after.text) && next?.kind !== "digits");
}

/**
 * Whether a whole run of digits is written as only dates, times and prices are. The groups of a payment card never are.
 */
export function isWrittenQuantityOrDate(lattice: Lattice, from: number, to: number): boolean {
  const { tokens } = lattice;
  if (isPrice(tokens, from, to)) return true;
  if (isWrittenDay(tokens, from, to) || isNamedDay(lattice, from, to)) return true;
  if (isBeforeMeridiem(tokens, from, to)) return true;
  const [hour, colon, minute] = tokens.slice(from, to);
  return to - from === 3 && colon?.text === ":" && Number(hour?.text) <= 24 && minute?.text.length === 2;
}

/** Most digits of a time such as "1230 pm". */
const CLOCK_DIGITS_MAX = 4;

/** Whether the digits are a time before "am" or "pm" ("2:30 pm", "730 am"), but not before "am I". */
function isBeforeMeridiem(tokens: readonly Token[], from: number, to: number): boolean {
  const info = tokens[to]?.info;
  if (!(info?.am || info?.pm) || to - from > 3 || tokens[to + 1]?.text === "i") return false;
  const run = tokens.slice(from, to).filter(({ kind }) => kind !== "punct");
  const digits = run.map(({ kind, text }) => (kind === "digits" ? text : "")).join("");
  if (digits === "") return true;
  const [hour, minute] = digits.length > 2 ? [digits.slice(0, -2), digits.slice(-2)] : [digits, "00"];
  return digits.length <= CLOCK_DIGITS_MAX && Number(hour) <= 12 && Number(minute) < 60;
}

/** Words that come before a time. */
const BEFORE_TIME = new Set(
  "at by around about after before till until from between since still to than".split(" "),
);

/** "14:30", "2:30 pm", "730 am", "at seven thirty". */
function isClock(tokens: readonly Token[], from: number, to: number): boolean {
  const [hour, colon, minute] = tokens.slice(from, to);
  if (isBeforeMeridiem(tokens, from, to)) return true;
  if (tokens[to]?.info?.exact && digitCount(tokens.slice(from, to)) <= CLOCK_DIGITS_MAX)
    return to - from <= 3;
  const isFollowed = tokens[from - 2]?.text === "followed";
  if (!isFollowed && BEFORE_TIME.has(tokens[from - 1]?.text ?? "") && timeLength(tokens, from) >= to - from) {
    return tokens[from]?.kind === "word" || tokens[from + 1]?.text === ":";
  }
  if (to - from !== 3 || colon?.text !== ":") return false;
  return Number(hour?.text) <= 24 && minute?.text.length === 2 && Number(minute.text) < 60;
}

/** "2026-12-01", "12/14/2026", "24.11.26": three groups with the same separator that can be a day. */
function isWrittenDay(tokens: readonly Token[], from: number, to: number): boolean {
  const [a, first, b, second, c] = tokens.slice(from, to);
  if (to - from !== 5 || first === undefined || second?.text !== first.text || !/^[-/.]$/.test(first.text))
    return false;
  const groups = [a, b, c].map((token) => token?.text ?? "");
  const year = groups.findIndex((group) => YEAR.test(group));
  const otherGroups = groups.filter((_, n) => n !== year).map(Number);
  return (
    year >= 0 &&
    otherGroups.every((number) => number >= 1 && number <= 31) &&
    otherGroups.some((number) => number <= 12)
  );
}

const whens = new WeakMap<Lattice, readonly TokenRange[]>();

/** The date and time ranges of a text, computed once. */
function whensOf(lattice: Lattice): readonly TokenRange[] {
  const cached = whens.get(lattice);
  if (cached !== undefined) return cached;
  const ranges = findDateTimeRanges(lattice);
  whens.set(lattice, ranges);
  return ranges;
}

/** The range that contains the tokens `from` to `to`. Binary search, as the ranges are sorted and disjoint. */
function whenAround(ranges: readonly TokenRange[], from: number, to: number): TokenRange | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range !== undefined && range.from <= from && to <= range.to ? range : undefined;
}

/** Whether digits next to a month's name can be its day and year. */
function isNamedDay(lattice: Lattice, from: number, to: number): boolean {
  const { tokens } = lattice;
  const range = whenAround(whensOf(lattice), from, to);
  if (range === undefined) return false;
  const all = tokens.slice(range.from, range.to);
  if (!all.some((token) => token.info?.month !== undefined)) return false;
  const groups = all.filter((token) => token.kind === "digits");
  return groups.length <= 3 && groups.every(({ text }) => text.length <= 2 || YEAR.test(text));
}

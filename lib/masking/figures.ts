import { whenRanges } from "./dates";
import type { Lattice } from "./lattice";
import { timeLength } from "./times";
import type { Token } from "./tokens";

const CURRENCY = /^\p{Sc}$/u;
/** What a number counts or measures, in front of which it is no identifier. */
const UNITS = new Set(
  `euro euros eur dollar dollars usd buck bucks pound pounds gbp quid cent cents pence penny percent franc francs
  people persons person adults children kids guests rooms room nights night days day weeks week months month years year
  hours hour minutes minute seconds times pieces boxes chairs bottles floor street road avenue miles mile kilometers km
  meters meter feet inches kilos kilo pounds grams degrees square points steps pages seats tickets things items`
    .trim()
    .split(/\s+/),
);
/** Digits of a price or a count that is said so; an identifier is longer. */
const PRICE_DIGITS_MAX = 7;
const YEAR = /^(?:19|20)\d\d$/;

const digitCount = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, { kind, text }) => sum + (kind === "digits" ? text.length : 1), 0);

/**
 * Are the digits at tokens `from` to `to` surely a price, a count, a date or a time ("$1,250", "350 euros", "March 3rd,
 * 2027", "14:30")? What is not sure is no figure, as it may be an identifier.
 */
export function isFigure(lattice: Lattice, from: number, to: number): boolean {
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

/** Words in front of a time. */
const BEFORE_TIME = new Set(
  "at by around about after before till until from between since still to than".split(" "),
);

/** "14:30", "2:30 pm", "730 am", "at seven thirty". */
function isClock(tokens: readonly Token[], from: number, to: number): boolean {
  const [hour, colon, minute] = tokens.slice(from, to);
  if (tokens[to]?.info?.am || tokens[to]?.info?.pm || tokens[to]?.info?.exact) return to - from <= 3;
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
  const rest = groups.filter((_, n) => n !== year).map(Number);
  return (
    year >= 0 && rest.every((number) => number >= 1 && number <= 31) && rest.some((number) => number <= 12)
  );
}

/** Digits beside a month's name that can be its day and year. */
function isNamedDay(lattice: Lattice, from: number, to: number): boolean {
  const { tokens } = lattice;
  const range = whenRanges(lattice).find((when) => when.from <= from && to <= when.to);
  if (range === undefined) return false;
  const all = tokens.slice(range.from, range.to);
  if (!all.some((token) => token.info?.month !== undefined)) return false;
  const groups = all.filter((token) => token.kind === "digits");
  return groups.length <= 3 && groups.every(({ text }) => text.length <= 2 || YEAR.test(text));
}

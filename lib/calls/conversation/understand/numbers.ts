import type { ParsedUtterance, ValueMatch } from "./parsed-utterance";
import type { Phrases } from "./phrases";
import { between, type Token } from "./tokens";

/** A number read from tokens: its value and how many tokens it took. */
export type Read = { value: number; length: number };

const LITERAL = /^\d+$/;
// "12" is a word of a cardinal, "1234567890123456" is an identifier that no number holds exactly.
const MAX_LITERAL_DIGITS = 15;

const numberOf = (words: Readonly<Record<string, number>>, text: string | undefined): number | undefined =>
  text !== undefined && Object.hasOwn(words, text) ? words[text] : undefined;

export function literalAt(tokens: readonly Token[], i: number): Read | null {
  const text = tokens[i]?.text;
  if (text === undefined || !LITERAL.test(text) || text.length > MAX_LITERAL_DIGITS) return null;
  return { value: Number(text), length: 1 };
}

/** "seven", "seventeen", "seventy seven". */
function below100(n: Phrases["numbers"], tokens: readonly Token[], i: number): Read | null {
  const text = tokens[i]?.text;
  const tens = numberOf(n.tens, text);
  if (tens !== undefined) {
    const unit = numberOf(n.digits, tokens[i + 1]?.text);
    const joined = unit !== undefined && unit > 0;
    return { value: tens + (joined ? unit : 0), length: joined ? 2 : 1 };
  }
  const small = numberOf(n.teens, text) ?? numberOf(n.digits, text);
  return small === undefined ? null : { value: small, length: 1 };
}

/** The words after a scale word: "… and five". */
function remainder(n: Phrases["numbers"], tokens: readonly Token[], i: number, limit: number): Read | null {
  const skip = tokens[i]?.text === n.and ? 1 : 0;
  const remaining = cardinalAt(n, tokens, i + skip);
  return remaining && remaining.value > 0 && remaining.value < limit
    ? { value: remaining.value, length: remaining.length + skip }
    : null;
}

/** A cardinal in words that begins at token i: "one hundred and twenty three", "nineteen hundred". */
export function cardinalAt(n: Phrases["numbers"], tokens: readonly Token[], i: number): Read | null {
  let read = below100(n, tokens, i);
  for (;;) {
    const scale = read && numberOf(n.scales, tokens[i + read.length]?.text);
    if (!read || !scale || read.value === 0 || read.value >= scale * 100) return read;
    const length: number = read.length + 1;
    const remaining = remainder(n, tokens, i + length, scale);
    read = { value: read.value * scale + (remaining?.value ?? 0), length: length + (remaining?.length ?? 0) };
  }
}

// Thousands are parted by commas, or by spaces (ISO 80000-1, 7.3.1).
const DECIMAL =
  /(?<![\p{L}\p{N}.])[-−]?(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![ \u00a0\u202f]?\d)|\d{1,15})(?:\.\d{1,9})?(?![\p{L}\p{N}])/gu;
/** More digits than that are not exact; fewer are, and a product of theirs ends in no ….0000001. */
const EXACT_DIGITS = 15;

/** Numbers in figures, with the "thousand" or "million" behind one. */
const literals = (utterance: ParsedUtterance): ValueMatch[] =>
  [...utterance.text.matchAll(DECIMAL)].map((m) => {
    const value = Number(m[0].replaceAll(/[, \u00a0\u202f]/g, "").replace("−", "-"));
    const end = m.index + m[0].length;
    const next = utterance.tokens.find((token) => token.start >= end);
    const scale = numberOf(utterance.phrases.numbers.scales, next?.text);
    return scale === undefined || next === undefined || !/^\s*$/.test(utterance.text.slice(end, next.start))
      ? { value, start: m.index, end }
      : { value: Number((value * scale).toPrecision(EXACT_DIGITS)), start: m.index, end: next.end };
  });

/** "point five" behind a cardinal. */
function decimals(
  n: Phrases["numbers"],
  tokens: readonly Token[],
  i: number,
): { text: string; length: number } {
  if (!n.point.includes(tokens[i]?.text ?? "")) return { text: "", length: 0 };
  let text = "";
  let length = 1;
  for (
    let digit = numberOf(n.digits, tokens[i + length]?.text);
    digit !== undefined;
    digit = numberOf(n.digits, tokens[i + length]?.text)
  ) {
    text += String(digit);
    length++;
  }
  return text === "" ? { text, length: 0 } : { text: `.${text}`, length };
}

function spokenNumbers(utterance: ParsedUtterance): ValueMatch[] {
  const n = utterance.phrases.numbers;
  const matches: ValueMatch[] = [];
  for (let i = 0; i < utterance.tokens.length; ) {
    const token = utterance.tokens[i];
    const otherNumber = numberOf(n.otherNumbers, token?.text);
    const read =
      cardinalAt(n, utterance.tokens, i) ??
      (otherNumber === undefined ? null : { value: otherNumber, length: 1 });
    if (!token || !read) {
      i++;
      continue;
    }
    const part = decimals(n, utterance.tokens, i + read.length);
    const length = read.length + part.length;
    const before = utterance.tokens[i - 1];
    const negative = before !== undefined && n.minus.includes(before.text);
    const value = Number(`${read.value}${part.text}`) * (negative ? -1 : 1);
    matches.push({
      value,
      start: negative ? before.start : token.start,
      end: utterance.tokens[i + length - 1]?.end ?? token.end,
    });
    i += length;
  }
  return matches;
}

const isDigit = (f: ValueMatch) =>
  typeof f.value === "number" && Number.isInteger(f.value) && f.value >= 0 && f.value <= 9;

/** Digits said one by one are one number: "one two" is 12. */
function joinDigits(utterance: ParsedUtterance, matches: ValueMatch[]): ValueMatch[] {
  const joined: ValueMatch[] = [];
  for (const next of matches) {
    const last = joined.at(-1);
    const near = last && /^[\s-]*$/.test(utterance.text.slice(last.end, next.start));
    if (last && near && isDigit(next) && matches.every(isDigit)) {
      joined[joined.length - 1] = {
        value: Number(`${last.value}${next.value}`),
        start: last.start,
        end: next.end,
      };
    } else joined.push(next);
  }
  return joined;
}

/** A number in figures or words. Two different ones are no answer. */
export function findNumber(utterance: ParsedUtterance): ValueMatch | null {
  const matches = joinDigits(
    utterance,
    [...literals(utterance), ...spokenNumbers(utterance)].sort((a, b) => a.start - b.start),
  );
  // "a nine" after "the last one": a lone "one" beside another number is a pronoun.
  const telling =
    matches.length > 1
      ? matches.filter((f) => utterance.text.slice(f.start, f.end).toLowerCase() !== "one")
      : matches;
  const [first] = telling;
  return first && telling.every((f) => f.value === first.value) ? first : null;
}

/** Characters said one by one, from token i on, as a code: the text, and the token behind it. */
export type Spelled = { text: string; start: number; end: number; next: number; digits: number };

/** "I" before "think" is a word, before "four" a letter. */
function isWord(utterance: ParsedUtterance, i: number): boolean {
  const next = utterance.tokens[i + 1];
  return (
    next !== undefined &&
    // Another letter continues the code; it needs no look, which would go on to the end of the text.
    next.text.length > 1 &&
    utterance.phrases.numbers.lonely.includes(utterance.tokens[i]?.text ?? "") &&
    !pieceAt(utterance, i + 1)
  );
}

/** One piece of a spelled code at token i, or null where it ends. */
function pieceAt(utterance: ParsedUtterance, i: number): { text: string; length: number } | null {
  const { numbers: n, fillers } = utterance.phrases;
  const token = utterance.tokens[i];
  if (!token) return null;
  const repeat = numberOf(n.repeats, token.text);
  if (repeat !== undefined) {
    const piece = pieceAt(utterance, i + 1);
    return piece && piece.text.length === 1
      ? { text: piece.text.repeat(repeat), length: piece.length + 1 }
      : null;
  }
  const cardinal = cardinalAt(n, utterance.tokens, i);
  if (cardinal) return { text: String(cardinal.value), length: cardinal.length };
  if (/\d/.test(token.text)) return { text: utterance.text.slice(token.start, token.end), length: 1 };
  if (/^\p{L}$/u.test(token.text))
    return isWord(utterance, i) ? null : { text: token.text.toUpperCase(), length: 1 };
  if (fillers.includes(token.text)) return { text: "", length: 1 };
  const sign = Object.hasOwn(n.separators, token.text) ? n.separators[token.text] : undefined;
  return sign === undefined ? null : { text: sign, length: 1 };
}

const BETWEEN_CHARACTERS = /^(?:[\s,-]*|\.)$/;

/** The code that is spelled from token i on; it ends at a word, or at a sign that no code has. */
export function spelledAt(utterance: ParsedUtterance, i: number): Spelled | null {
  let next = i;
  let text = "";
  for (;;) {
    if (next > i && !BETWEEN_CHARACTERS.test(between(utterance.text, utterance.tokens, next - 1))) break;
    const piece = pieceAt(utterance, next);
    if (!piece) break;
    text += piece.text;
    next += piece.length;
  }
  const first = utterance.tokens[i];
  const last = utterance.tokens[next - 1];
  if (!first || !last || text === "") return null;
  return { text, start: first.start, end: last.end, next, digits: text.replace(/\D/g, "").length };
}

/** All spelled codes of an utterance. */
export function spelledRuns(utterance: ParsedUtterance): Spelled[] {
  const runs: Spelled[] = [];
  for (let i = 0; i < utterance.tokens.length; ) {
    const run = spelledAt(utterance, i);
    if (run) runs.push(run);
    i = run ? Math.max(run.next, i + 1) : i + 1;
  }
  return runs;
}

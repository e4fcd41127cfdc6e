import type { Found, Heard } from "./heard";
import type { Phrases } from "./phrases";
import { between, type Token } from "./tokens";

/** A number read from tokens: its value and how many tokens it took. */
export type Read = { value: number; length: number };

const LITERAL = /^\d+$/;
// "12" is a word of a cardinal, "1234567890123456" is an identifier that no number holds exactly.
const MAX_LITERAL_DIGITS = 15;

const own = (words: Readonly<Record<string, number>>, text: string | undefined): number | undefined =>
  text !== undefined && Object.hasOwn(words, text) ? words[text] : undefined;

export function literalAt(tokens: readonly Token[], i: number): Read | null {
  const text = tokens[i]?.text;
  if (text === undefined || !LITERAL.test(text) || text.length > MAX_LITERAL_DIGITS) return null;
  return { value: Number(text), length: 1 };
}

/** "seven", "seventeen", "seventy seven". */
function below100(n: Phrases["numbers"], tokens: readonly Token[], i: number): Read | null {
  const text = tokens[i]?.text;
  const tens = own(n.tens, text);
  if (tens !== undefined) {
    const unit = own(n.digits, tokens[i + 1]?.text);
    const joined = unit !== undefined && unit > 0;
    return { value: tens + (joined ? unit : 0), length: joined ? 2 : 1 };
  }
  const small = own(n.teens, text) ?? own(n.digits, text);
  return small === undefined ? null : { value: small, length: 1 };
}

/** What follows a scale word: "… and five". */
function remainder(n: Phrases["numbers"], tokens: readonly Token[], i: number, below: number): Read | null {
  const skip = tokens[i]?.text === n.and ? 1 : 0;
  const rest = cardinalAt(n, tokens, i + skip);
  return rest && rest.value > 0 && rest.value < below
    ? { value: rest.value, length: rest.length + skip }
    : null;
}

/** A cardinal in words that begins at token i: "one hundred and twenty three", "nineteen hundred". */
export function cardinalAt(n: Phrases["numbers"], tokens: readonly Token[], i: number): Read | null {
  let read = below100(n, tokens, i);
  for (;;) {
    const scale = read && own(n.scales, tokens[i + read.length]?.text);
    if (!read || !scale || read.value === 0 || read.value >= scale * 100) return read;
    const length: number = read.length + 1;
    const rest = remainder(n, tokens, i + length, scale);
    read = { value: read.value * scale + (rest?.value ?? 0), length: length + (rest?.length ?? 0) };
  }
}

// Thousands are parted by commas, or by spaces (ISO 80000-1, 7.3.1).
const DECIMAL =
  /(?<![\p{L}\p{N}.])[-−]?(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![ \u00a0\u202f]?\d)|\d{1,15})(?:\.\d{1,9})?(?![\p{L}\p{N}])/gu;
/** More digits than that are not exact; fewer are, and a product of theirs ends in no ….0000001. */
const EXACT_DIGITS = 15;

/** Numbers in figures, with the "thousand" or "million" behind one. */
const literals = (heard: Heard): Found[] =>
  [...heard.text.matchAll(DECIMAL)].map((m) => {
    const value = Number(m[0].replaceAll(/[, \u00a0\u202f]/g, "").replace("−", "-"));
    const end = m.index + m[0].length;
    const next = heard.tokens.find((token) => token.start >= end);
    const scale = own(heard.phrases.numbers.scales, next?.text);
    return scale === undefined || next === undefined || !/^\s*$/.test(heard.text.slice(end, next.start))
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
    let digit = own(n.digits, tokens[i + length]?.text);
    digit !== undefined;
    digit = own(n.digits, tokens[i + length]?.text)
  ) {
    text += String(digit);
    length++;
  }
  return text === "" ? { text, length: 0 } : { text: `.${text}`, length };
}

function spoken(heard: Heard): Found[] {
  const n = heard.phrases.numbers;
  const found: Found[] = [];
  for (let i = 0; i < heard.tokens.length; ) {
    const token = heard.tokens[i];
    const other = own(n.others, token?.text);
    const read = cardinalAt(n, heard.tokens, i) ?? (other === undefined ? null : { value: other, length: 1 });
    if (!token || !read) {
      i++;
      continue;
    }
    const part = decimals(n, heard.tokens, i + read.length);
    const length = read.length + part.length;
    const before = heard.tokens[i - 1];
    const negative = before !== undefined && n.minus.includes(before.text);
    const value = Number(`${read.value}${part.text}`) * (negative ? -1 : 1);
    found.push({
      value,
      start: negative ? before.start : token.start,
      end: heard.tokens[i + length - 1]?.end ?? token.end,
    });
    i += length;
  }
  return found;
}

const isDigit = (f: Found) =>
  typeof f.value === "number" && Number.isInteger(f.value) && f.value >= 0 && f.value <= 9;

/** Digits said one by one are one number: "one two" is 12. */
function joinDigits(heard: Heard, found: Found[]): Found[] {
  const joined: Found[] = [];
  for (const next of found) {
    const last = joined.at(-1);
    const near = last && /^[\s-]*$/.test(heard.text.slice(last.end, next.start));
    if (last && near && isDigit(next) && found.every(isDigit)) {
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
export function findNumber(heard: Heard): Found | null {
  const found = joinDigits(
    heard,
    [...literals(heard), ...spoken(heard)].sort((a, b) => a.start - b.start),
  );
  // "a nine" after "the last one": a lone "one" beside another number is a pronoun.
  const telling =
    found.length > 1 ? found.filter((f) => heard.text.slice(f.start, f.end).toLowerCase() !== "one") : found;
  const [first] = telling;
  return first && telling.every((f) => f.value === first.value) ? first : null;
}

/** Characters said one by one, from token i on, as a code: the text, and the token behind it. */
export type Spelled = { text: string; start: number; end: number; next: number; digits: number };

/** "I" before "think" is a word, before "four" a letter. */
function isWord(heard: Heard, i: number): boolean {
  const next = heard.tokens[i + 1];
  return (
    next !== undefined &&
    // Another letter continues the code; it needs no look, which would go on to the end of the text.
    next.text.length > 1 &&
    heard.phrases.numbers.lonely.includes(heard.tokens[i]?.text ?? "") &&
    !pieceAt(heard, i + 1)
  );
}

/** One piece of a spelled code at token i, or null where it ends. */
function pieceAt(heard: Heard, i: number): { text: string; length: number } | null {
  const { numbers: n, fillers } = heard.phrases;
  const token = heard.tokens[i];
  if (!token) return null;
  const repeat = own(n.repeats, token.text);
  if (repeat !== undefined) {
    const piece = pieceAt(heard, i + 1);
    return piece && piece.text.length === 1
      ? { text: piece.text.repeat(repeat), length: piece.length + 1 }
      : null;
  }
  const cardinal = cardinalAt(n, heard.tokens, i);
  if (cardinal) return { text: String(cardinal.value), length: cardinal.length };
  if (/\d/.test(token.text)) return { text: heard.text.slice(token.start, token.end), length: 1 };
  if (/^\p{L}$/u.test(token.text))
    return isWord(heard, i) ? null : { text: token.text.toUpperCase(), length: 1 };
  if (fillers.includes(token.text)) return { text: "", length: 1 };
  const sign = Object.hasOwn(n.separators, token.text) ? n.separators[token.text] : undefined;
  return sign === undefined ? null : { text: sign, length: 1 };
}

const BETWEEN_CHARACTERS = /^(?:[\s,-]*|\.)$/;

/** The code that is spelled from token i on; it ends at a word, or at a sign that no code has. */
export function spelledAt(heard: Heard, i: number): Spelled | null {
  let next = i;
  let text = "";
  for (;;) {
    if (next > i && !BETWEEN_CHARACTERS.test(between(heard.text, heard.tokens, next - 1))) break;
    const piece = pieceAt(heard, next);
    if (!piece) break;
    text += piece.text;
    next += piece.length;
  }
  const first = heard.tokens[i];
  const last = heard.tokens[next - 1];
  if (!first || !last || text === "") return null;
  return { text, start: first.start, end: last.end, next, digits: text.replace(/\D/g, "").length };
}

/** All spelled codes of an utterance. */
export function spelledRuns(heard: Heard): Spelled[] {
  const runs: Spelled[] = [];
  for (let i = 0; i < heard.tokens.length; ) {
    const run = spelledAt(heard, i);
    if (run) runs.push(run);
    i = run ? Math.max(run.next, i + 1) : i + 1;
  }
  return runs;
}

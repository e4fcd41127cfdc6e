import type { Token } from "./tokens";

/** A number in words or short digits: its value, and its length in tokens. */
export type NumberPhrase = { value: number; length: number };

const isHyphen = (token: Token | undefined): boolean =>
  token !== undefined && token.kind === "punct" && /^[-‐‑‒–—]$/.test(token.text);

/** The index after a hyphen that joins two number words ("twenty-four"), else the index itself. */
const behindHyphen = (tokens: readonly Token[], at: number): number => (isHyphen(tokens[at]) ? at + 1 : at);

const MAX_HUNDREDS_DIGITS = 3; // "250 thousand": speech does not multiply longer digit groups

const MAX_VALUE = 1e12; // Larger numbers are not spoken, and JavaScript prints them with an exponent from 1e21 on.

/** 1 to 99 in words, or digits of at most `maxDigits`. "twenty four" is one phrase of two tokens. */
export function parseSmallNumber(
  tokens: readonly Token[],
  at: number,
  maxDigits = 2,
): NumberPhrase | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.kind === "digits") {
    return token.text.length <= maxDigits ? { value: Number(token.text), length: 1 } : undefined;
  }
  const info = token.info;
  if (info?.digit !== undefined) return { value: Number(info.digit), length: 1 };
  if (info?.teen !== undefined) return { value: info.teen, length: 1 };
  if (info?.tens === undefined) return undefined;
  const next = behindHyphen(tokens, at + 1);
  const unit = tokens[next]?.info?.digit;
  if (unit === undefined || unit === "0") return { value: info.tens, length: 1 };
  return { value: info.tens + Number(unit), length: next + 1 - at };
}

/** The scale ("hundred") at an index, and its length in tokens with a leading hyphen. */
function scaleAt(tokens: readonly Token[], at: number): { scale: number; length: number } | undefined {
  const next = behindHyphen(tokens, at);
  const scale = tokens[next]?.info?.scale;
  return scale === undefined ? undefined : { scale, length: next + 1 - at };
}

const FRACTION_MAX = 3; // "2.125 million": speech has no more decimal places

/** The decimal places at an index ("1.5", "one point two five"), and their length in tokens with the point. */
function fractionAt(tokens: readonly Token[], at: number): { places: string; length: number } | undefined {
  const point = tokens[at];
  const touches = point?.text === "." && tokens[at + 1]?.start === point.end;
  if (!touches && point?.text !== "point") return undefined;
  let places = "";
  let end = at + 1;
  for (; places.length < FRACTION_MAX; end++) {
    const token = tokens[end];
    const digits = token?.kind === "digits" ? token.text : token?.info?.digit;
    if (digits === undefined) break;
    places += digits;
  }
  return places === "" || places.length > FRACTION_MAX ? undefined : { places, length: end - at };
}

const readsAs = (tokens: readonly Token[], at: number, words: readonly string[]): boolean =>
  words.every((word, n) => tokens[at + n]?.text === word);

/** "m" is a million only after a fraction ("2.5m"); elsewhere it is a measure. */
const scaleBehindFraction = (tokens: readonly Token[], at: number) =>
  tokens[at]?.text === "m" ? { scale: 1_000_000, length: 1 } : scaleAt(tokens, at);

/** "one and a half", "half a": the value before a scale. */
function halfBefore(tokens: readonly Token[], at: number): NumberPhrase | undefined {
  if (tokens[at]?.info?.half) {
    return tokens[at + 1]?.info?.isOne ? { value: 0.5, length: 2 } : undefined;
  }
  const head = parseSmallNumber(tokens, at, MAX_HUNDREDS_DIGITS);
  if (head === undefined || !readsAs(tokens, at + head.length, ["and", "a", "half"])) return undefined;
  return { value: head.value + 0.5, length: head.length + 3 };
}

function decimalBefore(tokens: readonly Token[], at: number): NumberPhrase | undefined {
  const head = parseSmallNumber(tokens, at, MAX_HUNDREDS_DIGITS);
  const fraction = head === undefined ? undefined : fractionAt(tokens, at + head.length);
  if (head === undefined || fraction === undefined) return undefined;
  return { value: Number(`${head.value}.${fraction.places}`), length: head.length + fraction.length };
}

/** A fraction before a scale: "1.5k", "two point five million", "one and a half thousand", "half a million". */
function scaledFraction(tokens: readonly Token[], at: number): NumberPhrase | undefined {
  const head = decimalBefore(tokens, at) ?? halfBefore(tokens, at);
  const scale = head === undefined ? undefined : scaleBehindFraction(tokens, at + head.length);
  if (head === undefined || scale === undefined) return undefined;
  const value = Math.round(head.value * scale.scale);
  return value > MAX_VALUE ? undefined : { value, length: head.length + scale.length };
}

/** The index after "and" or a comma within a number ("two thousand and five"). */
function behindAnd(tokens: readonly Token[], at: number): number {
  let i = at;
  if (tokens[i]?.text === ",") i++;
  if (tokens[i]?.info?.and) i++;
  return i;
}

/**
 * Parses every number with a scale that starts at `at`: "four thousand two hundred" is 4000 and 4200. The longest comes
 * last.
 */
export function parseScaledNumbers(tokens: readonly Token[], at: number): NumberPhrase[] {
  const broken = scaledFraction(tokens, at);
  return broken === undefined ? scaledWholes(tokens, at) : [broken];
}

function scaledWholes(tokens: readonly Token[], at: number): NumberPhrase[] {
  const head = tokens[at]?.info?.isOne
    ? { value: 1, length: 1 }
    : parseSmallNumber(tokens, at, MAX_HUNDREDS_DIGITS);
  if (head === undefined || scaleAt(tokens, at + head.length) === undefined) return [];
  const phrases: NumberPhrase[] = [];
  let total = 0;
  let group = head.value;
  let end = at + head.length;
  let lowest = Number.POSITIVE_INFINITY;
  for (;;) {
    const scale = scaleAt(tokens, end);
    // "one hundred one hundred" are two numbers.
    if (scale !== undefined && scale.scale < lowest && (scale.scale > 100 || group < 100)) {
      end += scale.length;
      if (scale.scale === 100) group *= 100;
      else {
        total += group * scale.scale;
        group = 0;
        lowest = scale.scale;
      }
      if (total + group > MAX_VALUE) break;
      phrases.push({ value: total + group, length: end - at });
    }
    const next = behindAnd(tokens, end);
    const more = parseSmallNumber(tokens, next, group === 0 ? MAX_HUNDREDS_DIGITS : 2);
    if (more === undefined || (scale === undefined && phrases.length > 0)) break;
    group += more.value;
    end = next + more.length;
    phrases.push({ value: total + group, length: end - at });
    if (scaleAt(tokens, end) === undefined || total + group > MAX_VALUE) break;
  }
  return phrases;
}

/** A day's ordinal at `at`: "24th", "twenty fourth", "third". `sure` is false for an ambiguous word such as "second". */
export function ordinalAt(
  tokens: readonly Token[],
  at: number,
): (NumberPhrase & { sure: boolean }) | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const next = tokens[at + 1];
  if (token.kind === "digits") {
    if (token.text.length > 2 || !next?.info?.ordinalSuffix || next.start !== token.end) return undefined;
    return { value: Number(token.text), length: 2, sure: true };
  }
  if (token.info?.tens !== undefined) {
    const unit = behindHyphen(tokens, at + 1);
    const ordinal = tokens[unit]?.info?.ordinal;
    if (ordinal === undefined || ordinal > 9) return undefined;
    return { value: token.info.tens + ordinal, length: unit + 1 - at, sure: true };
  }
  if (token.info?.ordinal === undefined) return undefined;
  return { value: token.info.ordinal, length: 1, sure: token.info.ordinal > 3 };
}

/** The day of a month at `at`: an ordinal or a number from 1 to 31. */
export function dayAt(tokens: readonly Token[], at: number): NumberPhrase | undefined {
  const day = ordinalAt(tokens, at) ?? parseSmallNumber(tokens, at);
  return day !== undefined && day.value >= 1 && day.value <= 31 ? day : undefined;
}

/** A year at `at`: "2026", "twenty twenty six", "nineteen eighty-four", "two thousand and twenty six". */
export function yearAt(tokens: readonly Token[], at: number): NumberPhrase | undefined {
  const token = tokens[at];
  if (token?.kind === "digits") {
    return token.text.length === 4 ? { value: Number(token.text), length: 1 } : undefined;
  }
  const scaled = parseScaledNumbers(tokens, at).at(-1);
  if (scaled !== undefined) return scaled.value >= 1000 && scaled.value <= 2999 ? scaled : undefined;
  const century = centuryAt(tokens, at);
  if (century === undefined) return undefined;
  const second = at + century.length;
  const loose = tokens[second]?.info?.looseZero ? 1 : 0;
  const remainder = parseSmallNumber(tokens, second + loose);
  if (remainder === undefined || (remainder.value < 10 && loose === 0)) return undefined;
  return { value: century.value * 100 + remainder.value, length: century.length + loose + remainder.length };
}

/** "nineteen" or "twenty" before another number below a hundred. */
function centuryAt(tokens: readonly Token[], at: number): NumberPhrase | undefined {
  const info = tokens[at]?.info;
  if (info?.teen !== undefined) return { value: info.teen, length: 1 };
  return info?.tens === 20 ? { value: 20, length: 1 } : undefined;
}

import { splitGlued } from "./glued-words";
import { latinOf, numberOf } from "./lookalikes";
import { lookUp, type WordInfo } from "./word-info";

/**
 * A piece of text: a word (letters), a group of digits, or one other visible character. White space is no token.
 * `start` and `end` are UTF-16 offsets into the text as it was given. `text` is canonical: digits as 0–9 whatever
 * their script, letters folded (compatibility forms, accents and case gone).
 */
export type Token = {
  readonly start: number;
  readonly end: number;
  readonly kind: "word" | "digits" | "punct";
  readonly text: string;
  readonly info: WordInfo | undefined;
};

const SPACE = 0;
const LETTER = 1;
const DIGIT = 2;
const PUNCT = 3;
/** Belongs to the word or digits before it, and counts for nothing: accents, joiners, direction marks. */
const MARK = 4;
/** A letter of a script that writes without spaces: a word of its own, so that a name is found inside a sentence. */
const GLYPH = 5;

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-zA-Z]/.test(char)) return LETTER;
  if (/[0-9]/.test(char)) return DIGIT;
  return code <= 32 || code === 127 ? SPACE : PUNCT;
});
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const classes = new Map<number, number>();

/** Letters that show nothing: they part no digits. */
const INVISIBLE = /[\u115f\u1160\u3164\uffa0]/;

function classify(char: string): number {
  if (/[\p{M}\p{Cf}]/u.test(char) || INVISIBLE.test(char)) return MARK;
  if (/\p{L}/u.test(char)) return WITHOUT_SPACES.test(char) ? GLYPH : LETTER;
  if (/\p{Nd}/u.test(char)) return DIGIT;
  if (/[\p{No}\p{So}]/u.test(char)) return classifySymbol(char);
  return /\s/.test(char) ? SPACE : PUNCT;
}

const BRAILLE_BLANK = "\u2800";

/** Circled and squared letters and numerals are symbols to Unicode, and letters and digits to a reader. */
function classifySymbol(char: string): number {
  if (numberOf(char) !== undefined) return DIGIT;
  if (char === BRAILLE_BLANK) return SPACE;
  return /^\p{L}$/u.test(char.normalize("NFKC")) ? LETTER : PUNCT;
}

function classOf(code: number): number {
  if (code < 128) return ASCII[code] ?? PUNCT;
  let found = classes.get(code);
  if (found === undefined) {
    found = classify(String.fromCodePoint(code));
    classes.set(code, found);
  }
  return found;
}

/**
 * Letters folded to what people mean by them: NFKD without marks, in lower case ("José" and "ＪＯＳＥ" are "jose"),
 * and letters that look like Latin ones as these.
 */
export function fold(text: string): string {
  // Plain ASCII needs no normalisation, and most words are.
  if (isAscii(text)) return isLower(text) ? text : text.toLowerCase();
  const folded = text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}\u115f\u1160]/gu, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
  return isAscii(folded) ? folded : latinOf(folded);
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

function isLower(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 65 && code <= 90) return false;
  }
  return true;
}

/** Digits of any script as 0–9. Unicode keeps each script's ten digits together, zero first. */
function foldDigits(text: string): string {
  if (isAscii(text)) return text;
  let out = "";
  for (const char of text) {
    const number = numberOf(char);
    if (number !== undefined) out += number;
    else if (/\p{Nd}/u.test(char)) out += digitOf(char.codePointAt(0) ?? 0);
  }
  return out;
}

function digitOf(code: number): string {
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

/** End of the run that begins behind `at`, of characters of the class `kind` and marks. */
function runEnd(text: string, at: number, kind: number): number {
  let i = at;
  while (i < text.length) {
    const code = text.codePointAt(i) ?? 0;
    const found = classOf(code);
    if (found !== kind && found !== MARK) break;
    i += code > 0xffff ? 2 : 1;
  }
  return i;
}

/** Letters that stand for digits inside a number: "4O12", "99l7". */
const DIGIT_LIKE = /^(?:o+|[il]+)$/;

function pushWord(tokens: Token[], text: string, start: number, end: number): void {
  const written = text.slice(start, end);
  const word = fold(written);
  const known = lookUp(word);
  const pieces = known === undefined ? splitGlued(written, word, fold) : undefined;
  if (pieces === undefined) {
    const info = DIGIT_LIKE.test(word) ? readAsDigits(tokens, text, start, end, word, known) : known;
    tokens.push({ start, end, kind: "word", text: word, info });
    return;
  }
  for (const piece of pieces) {
    const at = { start: start + piece.start, end: start + piece.end };
    tokens.push({ ...at, kind: "word", text: piece.text, info: lookUp(piece.text) });
  }
}

function readAsDigits(
  tokens: readonly Token[],
  text: string,
  start: number,
  end: number,
  word: string,
  known: WordInfo | undefined,
): WordInfo | undefined {
  const last = tokens.at(-1);
  const before = last?.kind === "digits" && last.end === start;
  const after = end < text.length && classOf(text.codePointAt(end) ?? 0) === DIGIT;
  const isZero = word.startsWith("o");
  // "10l" is a measure; a lone "o" beside digits is a zero.
  if (isZero ? !before && !after : !before || !after) return known;
  return { ...known, digit: (isZero ? "0" : "1").repeat(word.length), telling: true };
}

/** The tokens of a text, in order. One pass; nothing is thrown at any text. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let i = 0;
  while (i < text.length) {
    const code = text.codePointAt(i) ?? 0;
    const kind = classOf(code);
    const start = i;
    i += code > 0xffff ? 2 : 1;
    if (kind === LETTER || kind === GLYPH) {
      i = runEnd(text, i, kind === GLYPH ? MARK : LETTER);
      pushWord(tokens, text, start, i);
    } else if (kind === DIGIT) {
      i = runEnd(text, i, DIGIT);
      tokens.push({ start, end: i, kind: "digits", text: foldDigits(text.slice(start, i)), info: undefined });
    } else if (kind === PUNCT) {
      tokens.push({ start, end: i, kind: "punct", text: text.slice(start, i), info: undefined });
    }
  }
  return tokens;
}

/** Letters and digits of a value alone, folded: what is compared with the text. */
export function canonical(value: string): string {
  let out = "";
  for (const token of tokenize(value)) if (token.kind !== "punct") out += token.text;
  return out;
}

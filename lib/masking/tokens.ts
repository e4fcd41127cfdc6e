import { splitGluedWord } from "./glued-words";
import { enclosedNumberOf, foldLookalikes } from "./lookalikes";
import { lookUpWord, type WordInfo } from "./word-info";

/**
 * A piece of text: a word (letters), a group of digits, or one other visible character. White space is not a token.
 * `start` and `end` are UTF-16 offsets into the original text. `text` is canonical: digits of all scripts as 0–9,
 * letters folded (without compatibility forms, accents and case), percent-encoded ASCII decoded.
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
/** Belongs to the preceding word or digits, and is otherwise ignored: accents, joiners, direction marks. */
const MARK = 4;
/** A letter of a script without spaces. Each is a separate word, so that a name is found inside a sentence. */
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

/** Invisible letters, which do not separate digits. */
const INVISIBLE = /[\u115f\u1160\u3164\uffa0]/;

function classify(char: string): number {
  if (/[\p{M}\p{Cf}]/u.test(char) || INVISIBLE.test(char)) return MARK;
  if (/\p{L}/u.test(char)) return WITHOUT_SPACES.test(char) ? GLYPH : LETTER;
  if (/\p{Nd}/u.test(char)) return DIGIT;
  if (/[\p{No}\p{So}]/u.test(char)) return classifySymbol(char);
  return /\s/.test(char) ? SPACE : PUNCT;
}

const BRAILLE_BLANK = "\u2800";

/** Classifies circled and squared letters and numerals, which Unicode calls symbols, as letters and digits. */
function classifySymbol(char: string): number {
  if (enclosedNumberOf(char) !== undefined) return DIGIT;
  if (char === BRAILLE_BLANK) return SPACE;
  return /^\p{L}$/u.test(char.normalize("NFKC")) ? LETTER : PUNCT;
}

function classOf(code: number): number {
  if (code < 128) return ASCII[code] ?? PUNCT;
  let characterClass = classes.get(code);
  if (characterClass === undefined) {
    characterClass = classify(String.fromCodePoint(code));
    classes.set(code, characterClass);
  }
  return characterClass;
}

/**
 * Folds letters: NFKD without marks, in lower case ("José" and "ＪＯＳＥ" become "jose"), and Latin lookalikes as Latin
 * letters.
 */
export function foldText(text: string): string {
  // Most words are ASCII, which needs no normalization.
  if (isAscii(text)) return isLower(text) ? text : text.toLowerCase();
  const folded = text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}\u115f\u1160]/gu, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
  return isAscii(folded) ? folded : foldLookalikes(folded);
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

/** Converts digits of any script to 0–9. In Unicode the ten digits of a script are contiguous, zero first. */
function foldDigits(text: string): string {
  if (isAscii(text)) return text;
  let folded = "";
  for (const char of text) {
    const number = enclosedNumberOf(char);
    if (number !== undefined) folded += number;
    else if (/\p{Nd}/u.test(char)) folded += digitOf(char.codePointAt(0) ?? 0);
  }
  return folded;
}

function digitOf(code: number): string {
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

/** A visible ASCII character or a space, percent-encoded once or twice (RFC 3986, section 2.1). */
const ENCODED = /%(?:25)?([2-7][0-9a-f])/iy;
const ENCODED_ALL = /%(?:25)?([2-7][0-9a-f])/gi;
const PERCENT = 0x25;

/** Whether two digits after a percent sign are a number ("%48151623"), and not a letter or digit in code. */
const isPlainNumber = (text: string, at: number, end: number): boolean =>
  /[0-9]/.test(text.charAt(end)) || (text.charAt(end) !== "%" && !/[0-9a-z]/i.test(text.charAt(at - 1)));

/** A percent-encoded character: its code, and the length of its encoding. */
type Encoded = { code: number; length: number };

/** The percent-encoded character at a position, if one is there. */
function encodedAt(text: string, at: number): Encoded | undefined {
  ENCODED.lastIndex = at;
  const [encoded, hex] = ENCODED.exec(text) ?? [];
  if (encoded === undefined || hex === undefined) return undefined;
  const isAmbiguous = /^[3-7][0-9]$/.test(hex) && encoded.length === `%${hex}`.length;
  if (isAmbiguous && isPlainNumber(text, at, at + encoded.length)) return undefined;
  return { code: Number.parseInt(hex, 16), length: encoded.length };
}

/** A part of a text with its percent-encoded characters decoded. */
function decode(part: string): string {
  if (!part.includes("%")) return part;
  return part.replace(ENCODED_ALL, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The end of the run of characters from `at` that are of the class `kind` or marks. */
function runEnd(text: string, at: number, kind: number): number {
  let i = at;
  while (i < text.length) {
    const code = text.codePointAt(i) ?? 0;
    const encoded = code === PERCENT ? encodedAt(text, i) : undefined;
    const characterClass = classOf(encoded?.code ?? code);
    if (characterClass !== kind && characterClass !== MARK) break;
    i += encoded?.length ?? (code > 0xffff ? 2 : 1);
  }
  return i;
}

/** Letters that look like digits inside a number: "4O12", "99l7". */
const DIGIT_LIKE = /^(?:o+|[il]+)$/;

function pushWord(tokens: Token[], text: string, start: number, end: number): void {
  const writtenText = decode(text.slice(start, end));
  const word = foldText(writtenText);
  const wordInfo = lookUpWord(word);
  // The pieces of an encoded word have no positions in the text.
  const isEncoded = writtenText.length !== end - start;
  const pieces =
    wordInfo === undefined && !isEncoded ? splitGluedWord(writtenText, word, foldText) : undefined;
  if (pieces === undefined) {
    const info = DIGIT_LIKE.test(word) ? readAsDigits(tokens, text, start, end, word, wordInfo) : wordInfo;
    tokens.push({ start, end, kind: "word", text: word, info });
    return;
  }
  for (const piece of pieces) {
    const at = { start: start + piece.start, end: start + piece.end };
    tokens.push({ ...at, kind: "word", text: piece.text, info: lookUpWord(piece.text) });
  }
}

function readAsDigits(
  tokens: readonly Token[],
  text: string,
  start: number,
  end: number,
  word: string,
  wordInfo: WordInfo | undefined,
): WordInfo | undefined {
  const last = tokens.at(-1);
  const before = last?.kind === "digits" && last.end === start;
  const after = end < text.length && classOf(text.codePointAt(end) ?? 0) === DIGIT;
  const isZero = word.startsWith("o");
  // "10l" is a measure, but an "o" next to digits is a zero.
  if (isZero ? !before && !after : !before || !after) return wordInfo;
  return { ...wordInfo, digit: (isZero ? "0" : "1").repeat(word.length), canStartValue: true };
}

/** Splits a text into tokens, in order and in one pass. Never throws. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let i = 0;
  while (i < text.length) {
    const code = text.codePointAt(i) ?? 0;
    const encoded = code === PERCENT ? encodedAt(text, i) : undefined;
    const kind = classOf(encoded?.code ?? code);
    const start = i;
    i += encoded?.length ?? (code > 0xffff ? 2 : 1);
    if (kind === LETTER || kind === GLYPH) {
      i = runEnd(text, i, kind === GLYPH ? MARK : LETTER);
      pushWord(tokens, text, start, i);
    } else if (kind === DIGIT) {
      i = runEnd(text, i, DIGIT);
      tokens.push({
        start,
        end: i,
        kind: "digits",
        text: foldDigits(decode(text.slice(start, i))),
        info: undefined,
      });
    } else if (kind === PUNCT) {
      tokens.push({ start, end: i, kind: "punct", text: decode(text.slice(start, i)), info: undefined });
    }
  }
  return tokens;
}

/** The folded letters and digits of a value, without anything else, for comparison with a text. */
export function canonicalize(value: string): string {
  let result = "";
  for (const token of tokenize(value)) if (token.kind !== "punct") result += token.text;
  return result;
}

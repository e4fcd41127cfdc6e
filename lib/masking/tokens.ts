import { lookUp, type WordInfo } from "./lexicon";

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

function classify(char: string): number {
  if (/[\p{M}\p{Cf}]/u.test(char)) return MARK;
  if (/\p{Nd}/u.test(char)) return DIGIT;
  if (/\p{No}/u.test(char)) return /^[0-9]+$/.test(char.normalize("NFKC")) ? DIGIT : PUNCT;
  if (/\p{L}/u.test(char)) return WITHOUT_SPACES.test(char) ? GLYPH : LETTER;
  return /\s/.test(char) ? SPACE : PUNCT;
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

/** Letters folded to what people mean by them: NFKD without marks, in lower case ("José" and "ＪＯＳＥ" are "jose"). */
export function fold(text: string): string {
  // Plain ASCII needs no normalisation, and most words are.
  if (isAscii(text)) return isLower(text) ? text : text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
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
  for (const char of text.normalize("NFKD")) {
    if (/[0-9]/.test(char)) out += char;
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
      const word = fold(text.slice(start, i));
      tokens.push({ start, end: i, kind: "word", text: word, info: lookUp(word) });
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

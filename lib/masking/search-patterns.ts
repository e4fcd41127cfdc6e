import { reverseForms, spellingsOf } from "./spellings";
import { canonicalize, type Token, tokenize } from "./tokens";
import type { MaskVariable, VariableType } from "./turn";

/** A spelling of a value to search for: its canonical characters, and how freely the search may match them. */
export type SearchPattern = {
  readonly variable: string;
  readonly chars: string;
  /** Whether the pattern is all digits. It may then begin and end inside a longer group of digits. */
  readonly isDigits: boolean;
  /** Whether four or more leading or trailing characters are a match. */
  readonly allowsPartial: boolean;
  /** Whether the pattern is the whole final value, not a part of it or an earlier answer. */
  readonly isFinalValue: boolean;
};

/** Four or more leading or trailing digits reveal a value (product rule "Masking"). */
export const PARTIAL_MIN = 4;
/** A value of one or two characters occurs everywhere. It is masked only where its context names the variable. */
const SHORT_MAX = 2;
/** A local part (before the @) of this length identifies a person. */
const LOCAL_PART_MIN = 5;
const NAME_MIN = 3;
/** A word of this length ("diabetes") reveals a value alone, even if it is not capitalized. */
const RARE_MIN = 7;

const onlyDigits = (chars: string): boolean => /^[0-9]+$/.test(chars);

/** Whether a value is too short or too common a word to be searched for in all turns. */
export function isCommonValue(value: string): boolean {
  const tokens = tokenize(value).filter((token) => token.kind !== "punct");
  const length = tokens.reduce((sum, token) => sum + token.text.length, 0);
  if (length <= SHORT_MAX) return true;
  return tokens.every((token) => token.info?.smallTalk || token.info?.stopWord || token.info?.agreement);
}

/** The digit forms of a number: 12.5 is "125", and "1250" when written with cents. */
function numberForms(value: number): string[] {
  const digits = numberText(Math.abs(value));
  const forms = [canonicalize(digits)];
  if (digits.includes(".")) forms.push(canonicalize(Math.abs(value).toFixed(2)));
  return forms;
}

/** A number without an exponent, as its digits are spoken. */
const numberText = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : String(value);

/** `2026-11-24` in all-digit forms: year first, month first, day first; the last two also without leading zeros. */
function dateForms(value: string): string[] {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(value);
  if (match === null) return [canonicalize(value)];
  const [, year = "", month = "", day = ""] = match;
  const short = year.slice(2);
  const m = String(Number(month));
  const d = String(Number(day));
  return [
    year + month + day,
    month + day + year,
    day + month + year,
    m + d + year,
    d + m + year,
    month + day + short,
    day + month + short,
    year,
  ];
}

function emailForms(value: string): string[] {
  const [local = "", domain = ""] = value.split("@");
  const forms = [
    ...spellingsOf(value),
    ...AT_SIGNS.map((sign) => canonicalize(`${local}${sign}${domain}`)),
    ...PERCENT_SIGNS.map((sign) => canonicalize(percentEncoded(value, sign))),
    ...uriEncoded(value).map(canonicalize),
  ];
  if (canonicalize(local).length >= LOCAL_PART_MIN || /[0-9._-]/.test(local))
    forms.push(...spellingsOf(local));
  return [...new Set(forms)].filter((form) => form.length > SHORT_MAX);
}

/** The digits of an encoded @ in a URL, form or page: percent-encoded once and twice, and as a character reference. */
const AT_SIGNS = ["40", "2540", "64"];
const PERCENT_SIGNS = ["%", "%25"];

/** The value as part of a URL, encoded once and twice. Empty for a value that is not well-formed Unicode. */
function uriEncoded(value: string): string[] {
  if (!value.isWellFormed()) return [];
  const encoded = encodeURIComponent(value);
  return [encoded, encodeURIComponent(encoded)];
}

/** Percent-encodes everything but letters and digits (RFC 3986, section 2.1), even if encoding is optional. */
const percentEncoded = (value: string, sign: string): string =>
  value.replace(/[^\p{L}\p{N}]/gu, (char) =>
    [...Buffer.from(char)].map((byte) => sign + byte.toString(16).padStart(2, "0")).join(""),
  );

/** E.164, and the ten national digits of a North American number, which `understand` accepts without the 1. */
function phoneForms(value: string): string[] {
  const [, national] = /^\+1(\d{10})$/.exec(value) ?? [];
  return [canonicalize(value), ...(national === undefined ? [] : [national])];
}

/** The words of a name or address ("Jane Marlowe") that reveal it alone, and its groups of four or more digits. */
function stringParts(value: string): string[] {
  const tokens = tokenize(value);
  const parts = tokens
    .filter((token) => isTelling(token, value))
    .flatMap((token) => spellingsOf(value.slice(token.start, token.end)));
  const groups = (value.normalize("NFKC").match(/[0-9][0-9 .-]{2,}[0-9]/g) ?? []).map(canonicalize);
  return [...parts, ...groups.filter((group) => group.length >= PARTIAL_MIN)];
}

function isTelling(token: Token, value: string): boolean {
  if (token.kind !== "word" || token.text.length < NAME_MIN) return false;
  if (token.info?.smallTalk || token.info?.stopWord || token.info?.agreement) return false;
  return token.text.length >= RARE_MIN || /^\p{Lu}/u.test(value.slice(token.start, token.end));
}

function forms(type: VariableType, value: string | number): string[] {
  if (typeof value === "number") return numberForms(value);
  if (type === "date") return dateForms(value);
  if (type === "email") return emailForms(value);
  if (type === "phone") return phoneForms(value);
  if (type === "time") return []; // read as a time of day, see times.ts
  if (isCommonValue(value)) return [];
  return type === "string" ? [...spellingsOf(value), ...stringParts(value)] : [canonicalize(value)];
}

/** The number of leading `forms` that are the whole value. */
function wholeForms(type: VariableType, value: string | number, all: readonly string[]): number {
  return type === "string" || type === "email" ? spellingsOf(String(value)).length : all.length;
}

/**
 * Builds the patterns of one value of a variable, to be searched for in all turns. `final` is false for an earlier
 * answer. Empty for a value that only its context reveals.
 */
export function buildSearchPatterns(
  variable: MaskVariable,
  value: string | number,
  final: boolean,
): SearchPattern[] {
  const texts = new Set<string>();
  const needles: SearchPattern[] = [];
  const all = forms(variable.type, value);
  const whole = wholeForms(variable.type, value, all);
  for (const [n, chars] of all.entries()) {
    if (chars.length <= SHORT_MAX || texts.has(chars)) continue;
    texts.add(chars);
    const digits = onlyDigits(chars);
    const partial = digits && variable.type !== "date" && chars.length > PARTIAL_MIN;
    needles.push({
      variable: variable.name,
      chars,
      isDigits: digits,
      allowsPartial: partial,
      isFinalValue: final && n < whole,
    });
  }
  for (const chars of final ? reverseForms(texts, variable.type) : []) {
    needles.push({
      variable: variable.name,
      chars,
      isDigits: onlyDigits(chars),
      allowsPartial: false,
      isFinalValue: false,
    });
  }
  return needles;
}

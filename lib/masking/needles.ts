import { reversed, spellingsOf } from "./spellings";
import { canonical, type Token, tokenize } from "./tokens";
import type { MaskVariable, VariableType } from "./turn";

/** Something to look for: canonical characters, and how freely they may lie in the text. */
export type Needle = {
  readonly variable: string;
  readonly chars: string;
  /** Only digits: may begin and end inside a longer group of digits. */
  readonly digits: boolean;
  /** Are four or more leading or trailing characters enough? */
  readonly partial: boolean;
  /** Is it the whole of the final value, and not a part of it or an earlier answer? */
  readonly main: boolean;
};

/** Four or more leading or trailing digits give a value away (product rule "Masking"). */
export const PARTIAL_MIN = 4;
/** A value of one or two characters is everywhere; it is only masked where the context says that it is meant. */
const SHORT_MAX = 2;
/** The part before the @ is a person's mark when it is this long. */
const LOCAL_PART_MIN = 5;
const NAME_MIN = 3;
/** A word of this length ("diabetes") gives a value away alone, also when it is no name. */
const RARE_MIN = 7;

const onlyDigits = (chars: string): boolean => /^[0-9]+$/.test(chars);

/** Is a value too short, or too common a word, to be looked for everywhere? */
export function isCommon(value: string): boolean {
  const tokens = tokenize(value).filter((token) => token.kind !== "punct");
  const length = tokens.reduce((sum, token) => sum + token.text.length, 0);
  if (length <= SHORT_MAX) return true;
  return tokens.every((token) => token.info?.smallTalk || token.info?.stopWord || token.info?.agreement);
}

/** A number as digits: 12.5 is "125", and "1250" as it is written with cents. */
function numberForms(value: number): string[] {
  const written = numberText(Math.abs(value));
  const forms = [canonical(written)];
  if (written.includes(".")) forms.push(canonical(Math.abs(value).toFixed(2)));
  return forms;
}

/** A number without an exponent, so that its digits are the ones that are said. */
const numberText = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : String(value);

/** `2026-11-24` in all-digit forms: year first, month first, day first; the last two also without leading zeros. */
function dateForms(value: string): string[] {
  const found = /^(\d{4})-(\d{2})-(\d{2})/.exec(value);
  if (found === null) return [canonical(value)];
  const [, year = "", month = "", day = ""] = found;
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
    ...AT_SIGNS.map((sign) => canonical(`${local}${sign}${domain}`)),
    ...PERCENT_SIGNS.map((sign) => canonical(percentEncoded(value, sign))),
    ...uriEncoded(value).map(canonical),
  ];
  if (canonical(local).length >= LOCAL_PART_MIN || /[0-9._-]/.test(local)) forms.push(...spellingsOf(local));
  return [...new Set(forms)].filter((form) => form.length > SHORT_MAX);
}

/** How an address, a form or a page carries an @: percent-encoded, twice percent-encoded, as a character reference. */
const AT_SIGNS = ["40", "2540", "64"];
const PERCENT_SIGNS = ["%", "%25"];

/** As it stands in an address of a page, encoded once and twice; a value that is no well-formed text is in none. */
function uriEncoded(value: string): string[] {
  if (!value.isWellFormed()) return [];
  const once = encodeURIComponent(value);
  return [once, encodeURIComponent(once)];
}

/** All that is no letter or digit as bytes in hexadecimal (RFC 3986, section 2.1), though it need not be encoded. */
const percentEncoded = (value: string, sign: string): string =>
  value.replace(/[^\p{L}\p{N}]/gu, (char) =>
    [...Buffer.from(char)].map((byte) => sign + byte.toString(16).padStart(2, "0")).join(""),
  );

/** E.164, and as it is said at home where `understand` takes ten digits for North America's. */
function phoneForms(value: string): string[] {
  const [, national] = /^\+1(\d{10})$/.exec(value) ?? [];
  return [canonical(value), ...(national === undefined ? [] : [national])];
}

/** Words of a written name or address ("Jane Marlowe") that give it away alone; groups of four digits or more. */
function stringParts(value: string): string[] {
  const tokens = tokenize(value);
  const parts = tokens
    .filter((token) => isTelling(token, value))
    .flatMap((token) => spellingsOf(value.slice(token.start, token.end)));
  const groups = (value.normalize("NFKC").match(/[0-9][0-9 .-]{2,}[0-9]/g) ?? []).map(canonical);
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
  if (isCommon(value)) return [];
  return type === "string" ? [...spellingsOf(value), ...stringParts(value)] : [canonical(value)];
}

/** How many of `forms` are the value itself, not a part of it. */
function wholeForms(type: VariableType, value: string | number, all: readonly string[]): number {
  return type === "string" || type === "email" ? spellingsOf(String(value)).length : all.length;
}

/**
 * Everything to look for in all turns, for one value of a variable; `final` is false for an earlier answer.
 * Empty for what only its context tells.
 */
export function needlesFor(variable: MaskVariable, value: string | number, final: boolean): Needle[] {
  const seen = new Set<string>();
  const needles: Needle[] = [];
  const all = forms(variable.type, value);
  const whole = wholeForms(variable.type, value, all);
  for (const [n, chars] of all.entries()) {
    if (chars.length <= SHORT_MAX || seen.has(chars)) continue;
    seen.add(chars);
    const digits = onlyDigits(chars);
    const partial = digits && variable.type !== "date" && chars.length > PARTIAL_MIN;
    needles.push({ variable: variable.name, chars, digits, partial, main: final && n < whole });
  }
  for (const chars of final ? reversed(seen, variable.type) : []) {
    needles.push({ variable: variable.name, chars, digits: onlyDigits(chars), partial: false, main: false });
  }
  return needles;
}

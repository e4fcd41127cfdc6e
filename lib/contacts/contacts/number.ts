import {
  type CountryCode,
  isSupportedCountry,
  type NumberType,
  ParseError,
  type PhoneNumber,
  parsePhoneNumberWithError,
  validatePhoneNumberLength,
} from "libphonenumber-js/max";
import { regionOf, zoneOf } from "./number-plan";

/** A number that is given out, and what it says of where it rings. */
export type ParsedNumber = {
  /** E.164. */
  e164: string;
  /** ISO 3166: the country, `US-CA` where the area code says the state or province; null for no country's numbers. */
  region: string | null;
  /** IANA; null where the number belongs to several zones or to none. */
  timezone: string | null;
};

/** What may be wrong with a number, and what to do about it. No message holds the number. */
export const NUMBER_PROBLEMS = {
  no_country: "Write the number with its country, such as +12125550123.",
  unknown_country: "No country has this calling code.",
  not_a_number: "This is no telephone number. Write digits, such as +12125550123.",
  too_short: "The number is too short for its country.",
  too_long: "The number is too long for its country.",
  has_extension: "Leave out the extension: only a whole number can be called.",
  not_given_out: "No such number is given out in its country. Check the digits.",
} as const;
export type NumberProblem = keyof typeof NUMBER_PROBLEMS;

export type NumberAnswer = { ok: true; number: ParsedNumber } | { ok: false; code: NumberProblem };

const INTERNATIONAL = /^[\s(]*[+＋]/;

/** The library's words, by ours. */
function problemOf(error: unknown, international: boolean): NumberProblem {
  if (!(error instanceof ParseError)) throw error;
  switch (error.message) {
    case "INVALID_COUNTRY":
      return international ? "unknown_country" : "no_country";
    case "TOO_SHORT":
      return "too_short";
    case "TOO_LONG":
      return "too_long";
    default:
      return "not_a_number";
  }
}

/** Whether a number's length is what is wrong with it. */
function lengthProblem(e164: string): "too_short" | "too_long" | null {
  const length = validatePhoneNumberLength(e164);
  return length === "TOO_SHORT" ? "too_short" : length === "TOO_LONG" ? "too_long" : null;
}

/**
 * Countries whose mobile numbers have area codes: China, Mexico, Argentina, Brazil. Source: `GEO_MOBILE_COUNTRIES` of
 * Google's libphonenumber, without Indonesia, where only some have.
 */
const MOBILE_WITH_AREA = new Set(["52", "54", "55", "86"]);

/** Whether the digits say a place: a mobile number of most countries says none. */
function isFixed({ countryCallingCode }: PhoneNumber, type: NumberType | undefined): boolean {
  return (
    type === "FIXED_LINE" ||
    type === "FIXED_LINE_OR_MOBILE" ||
    (type === "MOBILE" && MOBILE_WITH_AREA.has(countryCallingCode))
  );
}

/**
 * Reads a number in any usual form. One without its country is read as one of `country` (ISO 3166, two letters), else
 * it is refused. A number is taken only where its country gives such numbers out; 555-01xx of an area code, kept for
 * fiction, count as such.
 */
export function parseNumber(text: string, country?: string): NumberAnswer {
  const international = INTERNATIONAL.test(text);
  const home: CountryCode | undefined =
    country !== undefined && isSupportedCountry(country) ? country : undefined;
  try {
    const found = parsePhoneNumberWithError(text.trim(), {
      extract: false,
      ...(home !== undefined && { defaultCountry: home }),
    });
    if (found.ext !== undefined) return { ok: false, code: "has_extension" };
    // What has a type is valid (libphonenumber's `isValid`), so that most numbers are looked at once.
    const type = found.getType();
    if (type === undefined && !found.isValid())
      return { ok: false, code: lengthProblem(found.number) ?? "not_given_out" };
    const { number: e164, country = null } = found;
    const timezone = zoneOf(e164, country, { fixed: isFixed(found, type) });
    return { ok: true, number: { e164, region: regionOf(e164, country), timezone } };
  } catch (error) {
    return { ok: false, code: problemOf(error, international) };
  }
}

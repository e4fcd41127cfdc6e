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

/** An assigned phone number, with the region and time zone that it implies. */
export type ParsedNumber = {
  /** E.164. */
  e164: string;
  /** ISO 3166: the country, or `US-CA` if the area code implies the state or province. Null if not of one country. */
  region: string | null;
  /** IANA. Null if the number can belong to several zones, or to none. */
  timezone: string | null;
};

/** The reasons of the problems of phone numbers, by code. No message contains the number. */
export const NUMBER_PROBLEMS = {
  no_country: "number_without_country",
  unknown_country: "number_of_unknown_country",
  not_a_number: "number_invalid",
  too_short: "number_too_short",
  too_long: "number_too_long",
  has_extension: "number_with_extension",
  not_given_out: "number_not_assigned",
} as const;
export type NumberProblem = keyof typeof NUMBER_PROBLEMS;

export type NumberResult = { ok: true; number: ParsedNumber } | { ok: false; code: NumberProblem };

const INTERNATIONAL = /^[\s(]*[+＋]/;

/** Converts the library's error to our problem code. */
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

/** The length problem of a number; null if its length is valid. */
function lengthProblem(e164: string): "too_short" | "too_long" | null {
  const length = validatePhoneNumberLength(e164);
  return length === "TOO_SHORT" ? "too_short" : length === "TOO_LONG" ? "too_long" : null;
}

/**
 * Countries whose mobile numbers have area codes: China, Mexico, Argentina, Brazil. Source: `GEO_MOBILE_COUNTRIES` in
 * Google's libphonenumber, without Indonesia, where only some numbers have one.
 */
const MOBILE_WITH_AREA = new Set(["52", "54", "55", "86"]);

/** Whether the digits imply a place. The mobile numbers of most countries do not. */
function isGeographicNumber({ countryCallingCode }: PhoneNumber, type: NumberType | undefined): boolean {
  return (
    type === "FIXED_LINE" ||
    type === "FIXED_LINE_OR_MOBILE" ||
    (type === "MOBILE" && MOBILE_WITH_AREA.has(countryCallingCode))
  );
}

/**
 * Parses a number in any usual form. A number without a country code is parsed as one of `country` (ISO 3166, two
 * letters), and is rejected if there is none. Accepts only numbers that their country assigns. 555-01xx numbers, which
 * are reserved for fiction, are accepted.
 */
export function parseNumber(text: string, country?: string): NumberResult {
  const international = INTERNATIONAL.test(text);
  const home: CountryCode | undefined =
    country !== undefined && isSupportedCountry(country) ? country : undefined;
  try {
    const parsed = parsePhoneNumberWithError(text.trim(), {
      extract: false,
      ...(home !== undefined && { defaultCountry: home }),
    });
    if (parsed.ext !== undefined) return { ok: false, code: "has_extension" };
    // A number with a type is valid, so that most numbers do not need libphonenumber's `isValid`.
    const type = parsed.getType();
    if (type === undefined && !parsed.isValid())
      return { ok: false, code: lengthProblem(parsed.number) ?? "not_given_out" };
    const { number: e164, country = null } = parsed;
    const timezone = zoneOf(e164, country, { isGeographic: isGeographicNumber(parsed, type) });
    return { ok: true, number: { e164, region: regionOf(e164, country), timezone } };
  } catch (error) {
    return { ok: false, code: problemOf(error, international) };
  }
}

/**
 * Types of numbers that cost the caller more than a call, or that share the price with their owner: premium-rate and
 * shared-cost numbers, personal numbers (`+4470`), pagers and mailboxes.
 */
const EXPENSIVE_TYPES: readonly (NumberType | undefined)[] = [
  "PREMIUM_RATE",
  "SHARED_COST",
  "PERSONAL_NUMBER",
  "PAGER",
  "VOICEMAIL",
];

/**
 * Numbers that cost extra without a type that says so: the exchange 976 and directory assistance of North America (NANPA, "Central
 * office code assignments": 976 is information delivery; 555-1212), and 0570 of Japan (Navi Dial).
 */
const EXPENSIVE_NUMBERS = [/^\+1[2-9]\d\d976\d{4}$/, /^\+1[2-9]\d\d5551212$/, /^\+81570\d+$/];

/** Whether calls to a number in E.164 cost extra. False for a text that is no number. */
export function isPremiumRate(e164: string): boolean {
  if (EXPENSIVE_NUMBERS.some((pattern) => pattern.test(e164))) return true;
  try {
    return EXPENSIVE_TYPES.includes(parsePhoneNumberWithError(e164, { extract: false }).getType());
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}

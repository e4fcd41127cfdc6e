import type { Variable } from "@/lib/agents/agents/schema";
import { CASE_DETAILS } from "@/lib/calls/calls";

/** A value of no person: as an agent stores it, and as a caller says it. */
export type SyntheticValue = { value: string | number | boolean; words: string };

const PERSON = "Alex Sample";
const EMAIL = "alex.sample@example.com";
/** Numbers from 555-0100 to 555-0199 are reserved for fiction (North American Numbering Plan). */
const PHONE = { value: "+12025550147", words: "202 555 0147" };
const DAY_MS = 86_400_000;
/** Days from the start of the conversation to a synthetic date. */
const DAYS_AHEAD = 10;
const DEFAULT_DIGITS = 8;

const luhnSum = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);

/** Digits of a length whose check digits are right. */
function syntheticDigits({ min_length: length, checksum }: NonNullable<Variable["digits"]>): string {
  const base = "1".padEnd(length, "0");
  if (checksum === "luhn") {
    const head = base.slice(0, -1);
    return `${head}${(10 - (luhnSum(`${head}0`) % 10)) % 10}`;
  }
  if (checksum === "mod_97" && length > 2) {
    const head = base.slice(0, -2);
    return `${head}${String(98n - (BigInt(`${head}00`) % 97n)).padStart(2, "0")}`;
  }
  return base;
}

const DIGIT_NAMES = ["number", "account", "code", "reference", "order", "id", "pin", "zip"];

function syntheticText({ name, digits }: Pick<Variable, "name" | "digits">): string {
  if (digits !== null) return syntheticDigits(digits);
  const words = name.toLowerCase().split(/[^a-z]/);
  if (words.includes("name")) return PERSON;
  if (words.includes("email") || words.includes("mail")) return EMAIL;
  if (words.includes("phone") || words.includes("telephone")) return PHONE.words;
  return words.some((word) => DIGIT_NAMES.includes(word)) ? "1".padEnd(DEFAULT_DIGITS, "0") : "sample value";
}

const sayDate = (date: Date): string =>
  date.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

/**
 * Makes a value for a variable from its definition alone, so that it tells nothing about the real one. `startedAt` is the time of
 * the case's start; a date is ten days later.
 */
export function createSyntheticValue(
  variable: Pick<Variable, "name" | "type" | "choices" | "digits">,
  startedAt: string,
): SyntheticValue {
  switch (variable.type) {
    case "number":
      return { value: 4, words: "4" };
    case "boolean":
      return { value: true, words: "yes" };
    case "date": {
      const date = new Date(Date.parse(startedAt) + DAYS_AHEAD * DAY_MS);
      return { value: date.toISOString().slice(0, 10), words: sayDate(date) };
    }
    case "time":
      return { value: "15:00", words: "3 pm" };
    case "phone":
      return PHONE;
    case "email":
      return { value: EMAIL, words: EMAIL };
    case "choice": {
      const choice = variable.choices?.[0] ?? "";
      return { value: choice, words: choice };
    }
    default: {
      const text = syntheticText(variable);
      return { value: text, words: text };
    }
  }
}

/** The words for the details of a call that are the value of no variable. */
export const DETAIL_WORDS: ReadonlyMap<string, string> = new Map([
  [CASE_DETAILS.contactName, PERSON],
  [CASE_DETAILS.contactNumber, PHONE.words],
  [CASE_DETAILS.other, PERSON],
]);

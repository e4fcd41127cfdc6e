import type { DigitsRule } from "@/lib/agents/agents/schema";
import type { Expectation } from "@/lib/agents/providers/schema";

const NUMBER_KINDS: readonly Expectation["kind"][] = ["digits", "phone"];
const DIGITS: Readonly<Record<string, string>> = {
  zero: "0",
  oh: "0",
  o: "0",
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
};
const REPEATS: Readonly<Record<string, number>> = { double: 2, triple: 3 };
/** A digit for each 2 keeps the number below 2^53. */
const MOD_97 = 97;

/** The digits of "four double two" or of "4 22"; empty without any. */
export function digitsOf(text: string): string {
  let digits = "";
  let repeats = 1;
  for (const word of text.toLowerCase().match(/[a-z]+|\d+/g) ?? []) {
    const digitsOfWord = /^\d+$/.test(word) ? word : (DIGITS[word] ?? "");
    digits += digitsOfWord.repeat(repeats);
    repeats = REPEATS[word] ?? 1;
  }
  return digits;
}

/** ISO/IEC 7812-1, annex B: every second digit from the right counts double. */
const hasLuhnDigit = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;
/** ISO 7064, MOD 97-10: the remainder is 1. */
const hasMod97Digits = (digits: string): boolean =>
  [...digits].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % MOD_97, 0) === 1;

/** Whether a number has the length and the check digit that are expected. */
export function fitsDigitsRule(digits: string, { min_length, max_length, checksum }: DigitsRule): boolean {
  if (digits.length < min_length || digits.length > max_length) return false;
  if (checksum === "luhn") return hasLuhnDigit(digits);
  return checksum === "none" || hasMod97Digits(digits);
}

/**
 * Whether words can be the answer as far as its form is known. Words without digits are left to the conversation:
 * they are a request, or a question.
 */
export function fitsExpectation(text: string, { kind, digits }: Expectation): boolean {
  if (digits === undefined || !NUMBER_KINDS.includes(kind)) return true;
  const number = digitsOf(text);
  return number === "" || fitsDigitsRule(number, digits);
}

import fc from "fast-check";

const ONES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const TEENS = [
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const TIMES: Record<number, string> = { 2: "double", 3: "triple" };

/** How many digits the next group takes, and in which way it is said. */
export type SpeechStyle = {
  length: number;
  style: "figures" | "words" | "pair" | "repeat" | "oh";
  separator: string;
};

/** Ways in which people part groups of digits. Every word of them is a hesitation, none a number. */
const SEPARATORS = [" ", "-", ", ", " - ", ". ", " uh ", ", um, ", "/", " then ", " and "];

export const speechStyles: fc.Arbitrary<SpeechStyle[]> = fc.array(
  fc.record({
    length: fc.integer({ min: 1, max: 4 }),
    style: fc.constantFrom("figures", "words", "pair", "repeat", "oh"),
    separator: fc.constantFrom(...SEPARATORS),
  }),
  { minLength: 24, maxLength: 24 },
);

const digit = (text: string): string => ONES[Number(text)] ?? "";

function pair(two: string): string {
  const value = Number(two);
  if (two.length < 2 || value < 10) return [...two].map(digit).join(" ");
  if (value < 20) return TEENS[value - 10] ?? "";
  return value % 10 === 0 ? (TENS[value / 10] ?? "") : `${TENS[Math.floor(value / 10)]} ${ONES[value % 10]}`;
}

function sayGroup(digits: string, style: SpeechStyle["style"]): { phrase: string; digitCount: number } {
  const first = digits.charAt(0);
  if (style === "pair") return { phrase: pair(digits.slice(0, 2)), digitCount: Math.min(2, digits.length) };
  if (style === "repeat") {
    const runLength = /^(.)\1{1,2}/.exec(digits)?.[0].length ?? 1;
    return {
      phrase: runLength === 1 ? digit(first) : `${TIMES[runLength]} ${digit(first)}`,
      digitCount: runLength,
    };
  }
  if (style === "words") return { phrase: [...digits].map(digit).join(" "), digitCount: digits.length };
  if (style === "oh")
    return {
      phrase: [...digits].map((each) => (each === "0" ? "oh" : digit(each))).join(" "),
      digitCount: digits.length,
    };
  return { phrase: digits, digitCount: digits.length };
}

/** The groups in which digits are said, each with the separator behind it. */
export function sayGroups(
  digits: string,
  manners: readonly SpeechStyle[],
): { phrase: string; separator: string }[] {
  const groups: { phrase: string; separator: string }[] = [];
  let at = 0;
  for (const { length, style, separator } of manners) {
    if (at >= digits.length) break;
    const { phrase, digitCount } = sayGroup(digits.slice(at, at + length), style);
    // "oh" between a pause and other words is an exclamation to a listener too.
    const paused = /[,.]/.test(groups.at(-1)?.separator ?? "");
    const clear = paused ? phrase.replace(/^oh/, "zero") : phrase;
    groups.push({
      phrase: clear,
      separator: phrase.endsWith("oh") && /^[,.]/.test(separator) ? " " : separator,
    });
    at += digitCount;
  }
  return groups;
}

/** Digits as a caller can say them. */
export const say = (digits: string, manners: readonly SpeechStyle[]): string =>
  sayGroups(digits, manners)
    .map(({ phrase, separator }, n, all) => (n === all.length - 1 ? phrase : phrase + separator))
    .join("");

/** The digits that remain in a text, as figures or words. */
export const leftovers = (text: string): string[] =>
  text
    .replace(/\[[a-z_]+\]/g, " ")
    .match(
      new RegExp(`\\d+|\\b(?:oh|double|triple|${[...ONES, ...TEENS, ...TENS.slice(2)].join("|")})\\b`, "gi"),
    ) ?? [];

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

/** Ways to say or write digits: halved by name, like every phrasing. */
export const STYLES = [
  "figures",
  "spaced figures",
  "words",
  "words with oh",
  "doubles",
  "pairs",
  "commas",
  "pauses",
  "dashes",
  "dotted figures",
  "glued words",
  "niner",
];

const word = (digit: string): string => ONES[Number(digit)] ?? "";

function pair(two: string): string {
  const value = Number(two);
  if (two.length < 2 || value < 10) return [...two].map(word).join(" ");
  if (value < 20) return TEENS[value - 10] ?? "";
  const tens = TENS[Math.floor(value / 10)] ?? "";
  return value % 10 === 0 ? tens : `${tens} ${ONES[value % 10]}`;
}

const doubled = (digits: string): string =>
  (digits.match(/(.)\1|./g) ?? [])
    .map((run) => (run.length === 2 ? `double ${word(run.charAt(0))}` : word(run)))
    .join(" ");

const WAYS: Record<string, (digits: string) => string> = {
  figures: (digits) => digits,
  "spaced figures": (digits) => [...digits].join(" "),
  words: (digits) => [...digits].map(word).join(" "),
  "words with oh": (digits) =>
    [...digits].map((digit, n) => (digit === "0" && n > 0 ? "oh" : word(digit))).join(" "),
  doubles: doubled,
  pairs: (digits) => (digits.match(/.{1,2}/g) ?? []).map(pair).join(" "),
  commas: (digits) => [...digits].map(word).join(", "),
  pauses: (digits) => [...digits].map(word).join(" um "),
  dashes: (digits) => [...digits].join("-"),
  "dotted figures": (digits) => [...digits].join(". "),
  "glued words": (digits) => [...digits].map(word).join(""),
  niner: (digits) => [...digits].map((digit) => (digit === "9" ? "niner" : word(digit))).join(" "),
};

/** Digits in a style of `STYLES`. */
export const sayAs = (digits: string, style: string): string => WAYS[style]?.(digits) ?? digits;

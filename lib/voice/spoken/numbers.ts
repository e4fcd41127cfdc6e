import { DIGITS, ORDINALS, TEENS, TENS } from "@/lib/masking/number-words";

const SCALES = [
  { value: 1_000_000_000, word: "billion" },
  { value: 1_000_000, word: "million" },
  { value: 1_000, word: "thousand" },
  { value: 100, word: "hundred" },
];
const ORDINAL_WORDS = new Map(Object.entries(ORDINALS).map(([word, value]) => [value, word]));

/** A whole number in words: 1234 is "one thousand two hundred thirty four". */
export function cardinal(value: number): string {
  for (const scale of SCALES) {
    if (value < scale.value) continue;
    const remainder = value % scale.value;
    const head = `${cardinal(Math.floor(value / scale.value))} ${scale.word}`;
    return remainder === 0 ? head : `${head} ${cardinal(remainder)}`;
  }
  if (value < 10) return DIGITS[value] ?? "";
  if (value < 20) return TEENS[value - 10] ?? "";
  const tens = TENS[Math.floor(value / 10) - 2] ?? "";
  return value % 10 === 0 ? tens : `${tens} ${DIGITS[value % 10] ?? ""}`;
}

/** A place in an order, up to 99: 24 is "twenty fourth". */
export function ordinal(value: number): string {
  const word = ORDINAL_WORDS.get(value);
  if (word !== undefined) return word;
  if (value % 10 === 0) return `${cardinal(value).replace(/y$/, "ie")}th`;
  return `${cardinal(value - (value % 10))} ${ORDINAL_WORDS.get(value % 10) ?? ""}`;
}

/** A year as people say it: 2026 is "twenty twenty six", 2005 "two thousand five", 1900 "nineteen hundred". */
export function year(value: number): string {
  const century = Math.floor(value / 100);
  const remainder = value % 100;
  if (value >= 2_000 && value < 2_010) return cardinal(value);
  if (remainder === 0) return value % 1_000 === 0 ? cardinal(value) : `${cardinal(century)} hundred`;
  return `${cardinal(century)} ${remainder < 10 ? `oh ${cardinal(remainder)}` : cardinal(remainder)}`;
}

/** Digits one by one. */
export const digits = (text: string): string =>
  [...text.replace(/\D/g, "")].map((digit) => DIGITS[Number(digit)] ?? "").join(" ");

/** Maximum digits spoken as one group. */
const GROUP = 3;

/** A long run of digits in groups with a pause between, the last with what is left over: 1234567 is "123, 4567". */
export function grouped(text: string): string {
  const groups: string[] = [];
  let remaining = text.replace(/\D/g, "");
  while (remaining.length > GROUP + 1) {
    groups.push(remaining.slice(0, GROUP));
    remaining = remaining.slice(GROUP);
  }
  return [...groups, remaining].map(digits).join(", ");
}

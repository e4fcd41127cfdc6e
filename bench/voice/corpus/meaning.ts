import { intentOf, understand } from "@/lib/calls/conversation/understand";
import type { Item } from "./items";

/** A fixed day, so that "tomorrow" means the same in every run. */
const NOW = new Date("2026-11-21T10:00:00Z");
const DIGITS: Readonly<Record<string, string>> = {
  zero: "0",
  oh: "0",
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

/** The digits of "four double two"; null without any. */
export function digitsIn(text: string): string | null {
  let digits = "";
  let repeats = 1;
  for (const word of text.toLowerCase().split(/\W+/)) {
    const digit = DIGITS[word];
    if (digit !== undefined) digits += digit.repeat(repeats);
    repeats = word === "double" ? 2 : word === "triple" ? 3 : 1;
  }
  return digits === "" ? null : digits;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, "")
    .trim();

/** The meaning of these words for the agent after the item's question; null if it has to ask again. */
export function meaningOf(
  { kind, expectation }: Pick<Item, "kind" | "expectation">,
  text: string,
): string | null {
  if (kind === "free") return plain(text) === "" ? null : plain(text);
  if (kind === "digits") return digitsIn(text) ?? intentOf(text);
  const type = kind === "yes_no" ? "boolean" : kind;
  const choices = expectation.choices === undefined ? null : [...expectation.choices];
  const value = understand({ name: "asked", type, description: "", choices }, text, NOW)?.value;
  return value === undefined || value === null ? intentOf(text) : String(value);
}

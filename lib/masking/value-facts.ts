import { canonicalize, tokenize } from "./tokens";
import type { Values } from "./turn";

/** A value as digits, as words, and as canonical characters. */
export type ValueFacts = { digits: string; words: ReadonlySet<string>; chars: string };

export function analyzeValue(value: string | number): ValueFacts {
  const tokens = tokenize(String(value));
  const chars = canonicalize(String(value));
  return {
    digits: chars.replace(/[^0-9]/g, ""),
    words: new Set(tokens.filter(({ kind }) => kind === "word").map(({ text }) => text)),
    chars,
  };
}

/** Analyzes all text and number values once for all variables. */
export const analyzeValues = (values: Values): ReadonlyMap<string, ValueFacts> =>
  new Map(
    Object.entries(values)
      .filter((entry): entry is [string, string | number] => isText(entry[1]))
      .map(([name, value]) => [name, analyzeValue(value)]),
  );

/** The values of all variables but one. A text with such a value belongs to the other variable. */
export class OtherValues {
  private readonly values: readonly ValueFacts[];

  constructor(facts: ReadonlyMap<string, ValueFacts>, name: string) {
    this.values = [...facts].flatMap(([other, value]) => (other === name ? [] : [value]));
  }

  holdsDigits(digits: string): boolean {
    return this.values.some((value) => value.digits.includes(digits.replace(/^0+/, "") || digits));
  }

  holdsWord(word: string): boolean {
    return this.values.some(({ words }) => words.has(word));
  }
}

const isText = (value: Values[string]): boolean => typeof value === "string" || typeof value === "number";

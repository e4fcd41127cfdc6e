import type { TestCase } from "@/lib/suites/cases/schema";

type Scalar = TestCase["variables"][string];

const isScalar = (value: unknown): value is Scalar =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

/** Reads a value as it is typed: JSON for numbers, `true`, `null` and quoted text, else the text. */
export function parseScalar(text: string): Scalar {
  try {
    const value: unknown = JSON.parse(text);
    return isScalar(value) ? value : text;
  } catch {
    return text;
  }
}

/** Writes a value so that `parseScalar` reads the same one. */
export function formatScalar(value: Scalar): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain =
    value !== "" && value.trim() === value && !value.includes("\n") && parseScalar(value) === value;
  return isPlain ? value : JSON.stringify(value);
}

/** The lines of a text that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Reads `name = value` lines. Lines without an equals sign are left out; `findBadPair` finds them. */
export const parsePairs = (text: string): Record<string, Scalar> =>
  Object.fromEntries(
    linesOf(text).flatMap((line) => {
      const at = line.indexOf("=");
      return at < 0 ? [] : [[line.slice(0, at).trim(), parseScalar(line.slice(at + 1).trim())]];
    }),
  );

/** The position of the first line without an equals sign, from 1; null if there is none. */
export function findBadPair(text: string): number | null {
  const at = linesOf(text).findIndex((line) => !line.includes("="));
  return at < 0 ? null : at + 1;
}

/** Writes values as `name = value` lines. */
export const formatPairs = (values: Readonly<Record<string, Scalar>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${formatScalar(value)}`)
    .join("\n");

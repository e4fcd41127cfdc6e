type Value = string | number | boolean | null;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{2}:\d{2}$/;

/** Milliseconds of a date or of a time of day, with the unit of their tolerance; null for another text. */
function instantOf(text: string): { ms: number; unitMs: number } | null {
  if (DATE.test(text)) return { ms: Date.parse(`${text}T00:00:00Z`), unitMs: DAY_MS };
  if (TIME.test(text)) return { ms: Date.parse(`1970-01-01T${text}:00Z`), unitMs: MINUTE_MS };
  return null;
}

/**
 * Whether a variable has an expected value. `tolerance`: the largest difference of a number, of a date in days, of a time of day
 * in minutes. Other texts are compared without case and white space at their ends.
 */
export function isSameValue(actual: Value, expected: Value, tolerance: number): boolean {
  if (typeof actual === "number" && typeof expected === "number")
    return Math.abs(actual - expected) <= tolerance;
  if (typeof actual !== "string" || typeof expected !== "string") return actual === expected;
  const [a, b] = [instantOf(actual), instantOf(expected)];
  if (a !== null && b !== null && a.unitMs === b.unitMs) return Math.abs(a.ms - b.ms) <= tolerance * a.unitMs;
  return actual.trim().toLowerCase() === expected.trim().toLowerCase();
}

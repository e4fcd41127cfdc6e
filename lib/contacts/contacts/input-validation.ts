import type { NewConsent } from "@/lib/contacts/consent/schema";
import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import { NUMBER_PROBLEMS, type ParsedNumber, parseNumber } from "./phone-number";

/** Tolerance for client clocks that run ahead. */
const MAX_AHEAD_MS = 60_000;

/** Finds entries that lie in the future. `pointer` returns the JSON pointer of an entry. */
export function findConsentProblems(
  entries: readonly NewConsent[],
  now: string,
  pointer: (index: number) => string,
): ErrorDetail[] {
  return entries.flatMap(({ at }, i) =>
    at === undefined || Date.parse(at) <= Date.parse(now) + MAX_AHEAD_MS
      ? []
      : [bodyProblem(`${pointer(i)}/at`, "consent_in_future")],
  );
}

/** Parses a body's `phone`. Returns the number, or the validation problem. */
export function parsePhone(text: string): { number: ParsedNumber } | { problem: ErrorDetail } {
  const read = parseNumber(text);
  if (read.ok) return { number: read.number };
  return { problem: bodyProblem("/phone", NUMBER_PROBLEMS[read.code]) };
}

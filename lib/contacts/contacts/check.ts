import type { NewConsent } from "@/lib/contacts/consent/schema";
import type { ErrorDetail } from "@/lib/platform/errors";
import { NUMBER_PROBLEMS, type ParsedNumber, parseNumber } from "./number";

/** Clocks of clients run ahead a little. */
const MAX_AHEAD_MS = 60_000;

/** The problems of entries that lie ahead of now; `pointer` is of the list's parent. */
export function consentProblems(
  entries: readonly NewConsent[],
  now: string,
  pointer: (index: number) => string,
): ErrorDetail[] {
  return entries.flatMap(({ at }, i) =>
    at === undefined || Date.parse(at) <= Date.parse(now) + MAX_AHEAD_MS
      ? []
      : [
          {
            in: "body" as const,
            pointer: `${pointer(i)}/at`,
            code: "in_the_future",
            message: "Say when it was given or taken back: not ahead of now.",
          },
        ],
  );
}

/** The number of a body's `phone`, or what is wrong with it. */
export function phoneOf(text: string): { number: ParsedNumber } | { problem: ErrorDetail } {
  const read = parseNumber(text);
  if (read.ok) return { number: read.number };
  return { problem: { in: "body", pointer: "/phone", code: read.code, message: NUMBER_PROBLEMS[read.code] } };
}

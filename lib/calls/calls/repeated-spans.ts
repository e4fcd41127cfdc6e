import type { StoredTurn } from "@/lib/calls/conversation";
import type { Span } from "@/lib/masking";

/** A value, as the turn whose spans it gets. */
type ValueTurn = { name: string; value: unknown; index: number };

/** Bounds the search of a short value in a long turn. */
const MAX_OCCURRENCES = 20;
const WORD = /[\p{L}\p{N}]/u;

/** Positions at which a text contains these words, not as a part of longer ones. */
function positionsOf(words: string, text: string): number[] {
  const positions: number[] = [];
  let at = text.indexOf(words);
  for (let count = 0; at !== -1 && count < MAX_OCCURRENCES; count++) {
    const before = text.slice(Math.max(0, at - 1), at);
    const after = text.slice(at + words.length, at + words.length + 1);
    if (!WORD.test(before) && !WORD.test(after)) positions.push(at);
    at = text.indexOf(words, at + 1);
  }
  return positions;
}

/**
 * The spans of callers' turns, in values that repeat the words of the turn. A part of a number ("and 16") reveals it only
 * beside its other parts, so it is found in the turns, and not in the value alone. A span that goes beyond the value is
 * left out: it belongs to a longer number ("4 8 1 5"), of which the value ("4") is no part.
 */
export function findRepeatedSpans(
  turns: readonly StoredTurn[],
  spans: readonly Span[],
  values: readonly ValueTurn[],
): Span[] {
  const textOf = new Map(
    turns.flatMap(({ index, role, text }) =>
      role === "caller" && text !== null ? [[index, text] as const] : [],
    ),
  );
  const spansOfTexts = spans.filter(({ turn, part }) => part === "text" && textOf.has(turn));
  return values.flatMap(({ name, value, index }) => {
    const words = String(value);
    if (words === "") return [];
    return spansOfTexts.flatMap(({ turn, start, end, variable }) =>
      variable === name
        ? []
        : positionsOf(words, textOf.get(turn) ?? "")
            .filter((at) => start >= at && end <= at + words.length)
            .map((at) => ({
              turn: index,
              part: "/arguments/0",
              start: start - at,
              end: end - at,
              variable,
            })),
    );
  });
}

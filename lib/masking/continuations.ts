import type { TokenRange } from "./dates";
import { findDigitRuns, isJoiner, type Lattice } from "./lattice";
import { isCaller, type ParsedTurn, spanOf } from "./parse-turns";
import { isQuantityOrDate } from "./quantities-and-dates";
import type { MaskVariable, Span, Values } from "./turn";

/** Shorter runs of digits continue a number only at the start of a turn. */
const RUN_MIN = 3;
/** Most turns that continue a number. */
const PIECES_MAX = 4;

const isTalk = (lattice: Lattice, from: number, to: number): boolean =>
  lattice.tokens
    .slice(from, to)
    .every((token) => isJoiner(token) || token.info?.smallTalk === true || token.info?.softJoiner === true);

/** Whether the value is a number that callers may say in several turns. */
const isInPieces = ({ type }: MaskVariable, value: Values[string] | undefined): boolean =>
  type === "phone" || (type === "string" && typeof value === "string" && /\p{N}.*\p{N}.*\p{N}/u.test(value));

/**
 * Finds the remaining digits of a number in the caller turns after an answer that ends in digits. A model that took the
 * first half for the whole value did not extract them, and may already ask something else.
 */
export function findContinuationSpans(
  variable: MaskVariable,
  value: Values[string] | undefined,
  answering: ReadonlySet<number>,
  readings: readonly ParsedTurn[],
): Span[] {
  if (!isInPieces(variable, value)) return [];
  const spans: Span[] = [];
  let left = 0;
  for (const { turn, text, position } of readings) {
    if (!isCaller(turn) || text === undefined) continue;
    const runs = findDigitRuns(text);
    const endsInDigits = runs.length > 0 && isTalk(text, runs.at(-1)?.to ?? 0, text.tokens.length);
    if (answering.has(position)) {
      left = endsInDigits ? PIECES_MAX : 0;
      continue;
    }
    if (left === 0) continue;
    const isOther = typeof turn.answers === "string";
    const pieces = runs.filter((run, n) => isPiece(text, run, n === 0 && !isOther));
    for (const { from, to } of pieces) spans.push(spanOf(turn, "text", text, from, to, variable.name));
    left = pieces.length > 0 && endsInDigits ? left - 1 : 0;
  }
  return spans;
}

function isPiece(text: Lattice, run: TokenRange & { digits: string }, mayBeShort: boolean): boolean {
  if (isQuantityOrDate(text, run.from, run.to)) return false;
  return run.digits.length >= RUN_MIN || (mayBeShort && isTalk(text, 0, run.from));
}

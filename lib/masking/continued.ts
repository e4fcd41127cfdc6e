import type { TokenRange } from "./dates";
import { isCaller, type Reading, spanOf } from "./document";
import { isFigure } from "./figures";
import { digitRuns, isJoiner, type Lattice } from "./lattice";
import type { MaskVariable, Span, Values } from "./turn";

/** Fewer digits are a piece of a number only where nothing else is said before them. */
const RUN_MIN = 3;
/** A number comes in few turns. */
const PIECES_MAX = 4;

const isTalk = (lattice: Lattice, from: number, to: number): boolean =>
  lattice.tokens
    .slice(from, to)
    .every((token) => isJoiner(token) || token.info?.smallTalk === true || token.info?.softJoiner === true);

/** Is the value a number that comes in pieces? */
const isInPieces = ({ type }: MaskVariable, value: Values[string] | undefined): boolean =>
  type === "phone" || (type === "string" && typeof value === "string" && /\p{N}.*\p{N}.*\p{N}/u.test(value));

/**
 * The rest of a number in the caller's next turns, behind an answer that ends in digits: a model that took the first
 * half for the value has not extracted it, also where it has asked something else already.
 */
export function continuedSpans(
  variable: MaskVariable,
  value: Values[string] | undefined,
  answering: ReadonlySet<number>,
  readings: readonly Reading[],
): Span[] {
  if (!isInPieces(variable, value)) return [];
  const spans: Span[] = [];
  let left = 0;
  for (const { turn, text, position } of readings) {
    if (!isCaller(turn) || text === undefined) continue;
    const runs = digitRuns(text);
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
  if (isFigure(text, run.from, run.to)) return false;
  return run.digits.length >= RUN_MIN || (mayBeShort && isTalk(text, 0, run.from));
}

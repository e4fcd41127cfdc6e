import type { Lattice } from "./lattice";
import { splitSentences } from "./sentences";
import type { Token } from "./tokens";
import type { Turn } from "./turn";

/** Whether a word may belong to a number. Ignores its neighbors, so that later text cannot change the result. */
function canBeDigits(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === "digits") return true;
  const info = token.info;
  if (info === undefined) return false;
  const number = info.digit ?? info.teen ?? info.tens ?? info.scale ?? info.times ?? info.plural;
  return number !== undefined || info.looseZero === true || info.isOne === true || info.joiner === true;
}

/**
 * Finds the offsets at which a text can be cut into pieces that are masked separately: between sentences, but not
 * between the pieces of a number ("1. 2. 3."). The cuts of a prefix are also cuts of the full text, so a streamed text
 * can be released piece by piece. While `complete` is false, a cut needs a complete word after it.
 */
export function findCutOffsets(lattice: Lattice, complete: boolean): number[] {
  const { tokens, text } = lattice;
  const boundaries: number[] = [];
  let from = 0;
  for (const { to } of splitSentences(lattice)) {
    const boundaryToken = tokens[to];
    const next = tokens[skipPunct(tokens, to, 1)];
    const whole = complete || (next !== undefined && (next !== tokens.at(-1) || next.end < text.length));
    if (boundaryToken === undefined || !whole) break;
    const last = skipPunct(tokens, to - 1, -1);
    if (last >= from && canBeDigits(tokens[last]) && canBeDigits(next)) continue;
    boundaries.push(boundaryToken.start);
    from = to;
  }
  return boundaries;
}

function skipPunct(tokens: readonly Token[], at: number, step: 1 | -1): number {
  let i = at;
  while (tokens[i]?.kind === "punct") i += step;
  return i;
}

/** Splits an agent's turn at the offsets `ends` into one turn for each piece, with the piece's offset. */
export function splitTurn(
  turn: Turn,
  text: string,
  ends: readonly number[],
): { piece: Turn; offset: number }[] {
  const bounds = [0, ...ends, text.length];
  return bounds.slice(0, -1).map((offset, n) => {
    const end = bounds[n + 1] ?? text.length;
    const piece: Turn = { ...turn, text: text.slice(offset, end) };
    if (turn.speaks !== undefined) {
      piece.speaks = turn.speaks
        .filter((range) => range.end > offset && range.start < end)
        .map((range) => ({
          variable: range.variable,
          start: Math.max(range.start, offset) - offset,
          end: Math.min(range.end, end) - offset,
        }));
    }
    return { piece, offset };
  });
}

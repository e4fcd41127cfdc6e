import type { Lattice } from "./lattice";
import { sentences } from "./sentences";
import type { Token } from "./tokens";
import type { Turn } from "./turn";

/** A word that is or may belong to a number, judged without its neighbours, so that later text changes nothing. */
function mayBeDigits(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === "digits") return true;
  const info = token.info;
  if (info === undefined) return false;
  const number = info.digit ?? info.teen ?? info.tens ?? info.scale ?? info.times ?? info.plural;
  return number !== undefined || info.looseZero === true || info.one === true || info.joiner === true;
}

/**
 * Where a text can be cut so that each piece is judged by itself: between sentences, but not between the pieces of
 * a number ("1. 2. 3."). The cuts of a text's beginning are cuts of the text, which is why a streamed text can be
 * let out piece by piece; `complete` is false while more is to come, and then only cuts whose next word is whole.
 */
export function cuts(lattice: Lattice, complete: boolean): number[] {
  const { tokens, text } = lattice;
  const found: number[] = [];
  let from = 0;
  for (const { to } of sentences(lattice)) {
    const cut = tokens[to];
    const next = tokens[skipPunct(tokens, to, 1)];
    const whole = complete || (next !== undefined && (next !== tokens.at(-1) || next.end < text.length));
    if (cut === undefined || !whole) break;
    const last = skipPunct(tokens, to - 1, -1);
    if (last >= from && mayBeDigits(tokens[last]) && mayBeDigits(next)) continue;
    found.push(cut.start);
    from = to;
  }
  return found;
}

function skipPunct(tokens: readonly Token[], at: number, step: 1 | -1): number {
  let i = at;
  while (tokens[i]?.kind === "punct") i += step;
  return i;
}

/** An agent's turn as one turn per piece, each with the offset at which it begins. */
export function piecesOf(
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

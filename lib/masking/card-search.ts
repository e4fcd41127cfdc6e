import { findHomophoneStarts, findQuantityTokens } from "./card-edges";
import { classifyGap } from "./card-gaps";
import { type CardMatch, CardWalk, type Crossing, STREAM_STEPS, TEXT_STEPS } from "./card-walk";
import { isDigitToken, type Lattice } from "./lattice";
import type { Stream } from "./search-stream";

export const neverCross: Crossing = () => "never";
export const alwaysCross: Crossing = () => "free";

/** Whether other digits come directly before, except counts of digits ("the first four 4111"). */
function isInside(lattice: Lattice, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && lattice.tokens[before]?.kind === "punct") before--;
  return before >= 0 && isDigitToken(lattice, before) && classifyGap(lattice, before) === "never";
}

/** The tokens at which a card number can start, in order. */
function startsOf(lattice: Lattice): number[] {
  const figures = findQuantityTokens(lattice);
  const digits = lattice.valueStarts.filter(
    (at) => !figures.has(at) && lattice.edges[at]?.some((edge) => edge.isDigits),
  );
  const homophones = findHomophoneStarts(lattice);
  return homophones.length === 0 ? digits : [...digits, ...homophones].sort((a, b) => a - b);
}

/**
 * Finds payment card numbers in a stream of texts: in words or digits, with any spacing, with words between the groups,
 * with a corrected group, and split over neighboring texts if `crossing` allows it.
 */
export function findCards(stream: Stream, crossing: Crossing): CardMatch[] {
  const matches: CardMatch[] = [];
  let left = STREAM_STEPS;
  for (const [part, lattice] of stream.entries()) {
    const budget = { steps: Math.min(TEXT_STEPS, left) };
    left -= budget.steps;
    let end = 0;
    for (const at of startsOf(lattice)) {
      const card = new CardWalk(stream, crossing, budget, isInside(lattice, at)).run(part, at);
      const last = card?.pieces.at(-1);
      // The 4 of "the first four are" can begin a shorter number. A later start counts only if it reaches further.
      if (card === undefined || last === undefined || (at < end && last.part === part && last.to <= end))
        continue;
      matches.push(card);
      end = last.part === part ? last.to : lattice.tokens.length;
    }
    // The unused steps of a text are available to the next texts.
    left += Math.max(0, budget.steps);
  }
  return matches;
}

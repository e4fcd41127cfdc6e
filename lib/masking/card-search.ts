import { figureTokens, homophoneStarts } from "./card-edges";
import { gapOf } from "./card-gaps";
import { type CardMatch, CardWalk, type Crossing, STREAM_STEPS, TEXT_STEPS } from "./card-walk";
import { isDigitMaterial, type Lattice } from "./lattice";
import type { Stream } from "./match";

export const apart: Crossing = () => "never";
export const together: Crossing = () => "free";

/** Do other digits stand straight before? Not those that count ("the first four 4111"). */
function isInside(lattice: Lattice, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && lattice.tokens[before]?.kind === "punct") before--;
  return before >= 0 && isDigitMaterial(lattice, before) && gapOf(lattice, before) === "never";
}

/** Where a card may begin, in order. */
function startsOf(lattice: Lattice): number[] {
  const figures = figureTokens(lattice);
  const digits = lattice.telling.filter(
    (at) => !figures.has(at) && lattice.edges[at]?.some((edge) => edge.digits),
  );
  const homophones = homophoneStarts(lattice);
  return homophones.length === 0 ? digits : [...digits, ...homophones].sort((a, b) => a - b);
}

/**
 * The payment cards in texts that belong together, in words or digits, with other spacing, with words between the
 * groups, with a corrected group, and, with `crossing`, split over neighbouring texts.
 */
export function findCards(stream: Stream, crossing: Crossing): CardMatch[] {
  const found: CardMatch[] = [];
  let left = STREAM_STEPS;
  for (const [part, lattice] of stream.entries()) {
    const budget = { steps: Math.min(TEXT_STEPS, left) };
    left -= budget.steps;
    let end = 0;
    for (const at of startsOf(lattice)) {
      const card = new CardWalk(stream, crossing, budget, isInside(lattice, at)).run(part, at);
      const last = card?.pieces.at(-1);
      // The 4 of "the first four are" may make a shorter number with what follows: a later start must reach further.
      if (card === undefined || last === undefined || (at < end && last.part === part && last.to <= end))
        continue;
      found.push(card);
      end = last.part === part ? last.to : lattice.tokens.length;
    }
    // What a text leaves of its steps is for the next ones.
    left += Math.max(0, budget.steps);
  }
  return found;
}

import { spend } from "./budget";
import { CARD_MAX, isCard, mayBeCard } from "./card-brands";
import { type Edge, isDigitMaterial, type Lattice, longestDigits } from "./lattice";
import type { Piece, Stream } from "./match";
import type { Token } from "./tokens";

/** A card's number found in a stream of texts. */
export type CardMatch = { digits: string; pieces: Piece[] };

/** What may stand between groups of one number. Anything else, a word above all, parts two numbers. */
const CLOSE = /^[-‐‑‒–—./_*'’]$/;
const LOOSE = /^[,;:]$/;
/**
 * A comma or "and" parts lists of numbers as well as the groups of one; groups of a card that is said or written
 * in groups are no longer than this.
 */
const GROUP_MAX = 6;
const LINK_MAX = 6; // separators in a row; hesitation is not longer
const LEAD_MAX = 12; // words such as "okay, and then it's" in front of the other half, in the next turn
/**
 * Steps in which every reading of number words is tried, for one start and for one search. Speech needs tens; behind
 * it only the likeliest reading is followed, so that hostile text costs no more than its length.
 */
const START_STEPS = 1000;
const SEARCH_STEPS = 20_000;
/** No brand looks at more of the first digits. */
const PREFIX_MAX = 6;

/**
 * Whether a number may go on in another text of the stream. "grouped": only where a card's own groups end, as the two
 * answer different questions, and an account of ten digits and three of an amount are no card that nobody told.
 */
export type Crossing = (from: number, to: number) => "free" | "grouped" | "never";
export const apart: Crossing = () => "never";
export const together: Crossing = () => "free";

/** Do the groups end here in which a card of so many digits is printed and said: 4-6-4, 4-6-5, else fours? */
const endsGroup = (length: number, at: number): boolean =>
  length < 16 ? length > 13 && (at === 4 || at === 10) : at % 4 === 0;

class CardWalk {
  private readonly pieces: (Piece & { digits: number })[] = [];
  private best: CardMatch | undefined;
  private steps = 0;

  constructor(
    private readonly stream: Stream,
    private readonly crossing: Crossing,
    private readonly budget: { steps: number },
  ) {}

  run(part: number, at: number): CardMatch | undefined {
    this.read(part, at, "");
    return this.best;
  }

  private read(part: number, at: number, digits: string): void {
    const lattice = this.stream[part];
    if (lattice === undefined) return;
    const all = this.steps < START_STEPS && this.budget.steps > 0;
    for (const edge of all ? (lattice.edges[at] ?? []) : likeliest(lattice, at)) {
      const more = digits + edge.reading;
      if (!edge.digits || more.length > CARD_MAX) continue;
      if (digits.length < PREFIX_MAX && !mayBeCard(more)) continue;
      this.pieces.push({ part, from: at, to: at + edge.length, digits: more.length });
      if (isCard(more) && this.reachesFurther(part, at + edge.length) && this.isOne(more)) {
        this.best = { digits: more, pieces: this.pieces.map(({ digits: _, ...piece }) => piece) };
      }
      this.go(part, at + edge.length, more, 0);
      this.pieces.pop();
    }
  }

  /** Of several readings the one that leaves least of what was said behind is taken. */
  private reachesFurther(part: number, to: number): boolean {
    const last = this.best?.pieces.at(-1);
    return last === undefined || part > last.part || (part === last.part && to > last.to);
  }

  /** Is what was told in answers to different questions told as a card is? */
  private isOne({ length }: string): boolean {
    return this.pieces.every((piece, n) => {
      const next = this.pieces[n + 1];
      const parted = next !== undefined && this.crossing(piece.part, next.part) === "grouped";
      return !parted || endsGroup(length, piece.digits);
    });
  }

  private go(part: number, at: number, digits: string, links: number): void {
    this.steps++;
    this.budget.steps--;
    spend(1);
    if (links > LINK_MAX || this.steps > 2 * START_STEPS) return;
    const lattice = this.stream[part];
    const token = lattice?.tokens[at];
    if (lattice === undefined) return;
    if (lattice.edges[at]?.some((edge) => edge.digits)) this.read(part, at, digits);
    if (token === undefined || onlyTalk(lattice, at, lattice.tokens.length)) {
      this.cross(part + 1, digits);
    }
    if (token !== undefined && mayLink(lattice, at, token)) this.go(part, at + 1, digits, links + 1);
  }

  /** Into the next turn of the same side: behind words that say nothing, or over a short turn without digits. */
  private cross(part: number, digits: string): void {
    const lattice = this.stream[part];
    if (lattice === undefined || this.steps++ > 2 * START_STEPS) return;
    if (this.crossing(this.pieces.at(-1)?.part ?? part, part) === "never") return;
    const first = lattice.tokens.findIndex((_, at) => isDigitMaterial(lattice, at));
    if (first === -1) {
      if (lattice.tokens.length <= LEAD_MAX) this.cross(part + 1, digits);
      return;
    }
    if (first > LEAD_MAX) return;
    // "oh two": a zero that is only one beside other digits belongs to them.
    for (let at = 0; at <= first; at++) {
      const begins = at === first || lattice.tokens[at]?.info?.looseZero;
      if (begins && onlyTalk(lattice, 0, at)) this.read(part, at, digits);
    }
  }
}

function likeliest(lattice: Lattice, at: number): Edge[] {
  const edge = longestDigits(lattice, at);
  return edge === undefined ? [] : [edge];
}

function onlyTalk(lattice: Lattice, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const token = lattice.tokens[at];
    if (token === undefined || isDigitMaterial(lattice, at)) return false;
    if (token.kind !== "punct" && !token.info?.smallTalk && !token.info?.joiner && !token.info?.softJoiner)
      return false;
  }
  return true;
}

function mayLink(lattice: Lattice, at: number, token: Token): boolean {
  if (token.kind === "punct") {
    return CLOSE.test(token.text) || (LOOSE.test(token.text) && betweenGroups(lattice, at));
  }
  return token.info?.joiner === true || (token.info?.and === true && betweenGroups(lattice, at));
}

/** Are the digits on both sides short enough to be groups of one number? */
function betweenGroups(lattice: Lattice, at: number): boolean {
  const short = (token: Token | undefined) => token?.kind !== "digits" || token.text.length <= GROUP_MAX;
  return short(lattice.tokens[at - 1]) && short(lattice.tokens[at + 1]);
}

/**
 * The payment cards in texts that belong together, in words or digits, with other spacing, and, with `crossing`,
 * split over neighbouring texts. Only consecutive digit material makes a number.
 */
export function findCards(stream: Stream, crossing: Crossing): CardMatch[] {
  const found: CardMatch[] = [];
  const budget = { steps: SEARCH_STEPS };
  for (const [part, lattice] of stream.entries()) {
    let end = 0;
    for (const at of lattice.telling) {
      if (at < end || !lattice.edges[at]?.some((edge) => edge.digits)) continue;
      const card = new CardWalk(stream, crossing, budget).run(part, at);
      if (card === undefined) continue;
      found.push(card);
      const last = card.pieces.at(-1);
      if (last?.part === part) end = last.to;
    }
  }
  return found;
}

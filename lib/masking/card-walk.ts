import { spend } from "./budget";
import { CARD_MAX, isCard, mayBeCard } from "./card-brands";
import { figureTokens, lookalikeEdge } from "./card-edges";
import { type Gap, gapOf } from "./card-gaps";
import { type Edge, isDigitMaterial, type Lattice, longestDigits } from "./lattice";
import type { Piece, Stream } from "./match";

/** A card's number found in a stream of texts. */
export type CardMatch = { digits: string; pieces: Piece[] };

/**
 * Whether a number may go on in another text of the stream. "grouped": only as a card is told, as the two answer
 * different questions, and an account of ten digits and three of an amount are no card that nobody told.
 */
export type Crossing = (from: number, to: number) => "free" | "grouped" | "never";

/** Tokens between two groups; an aside ("are you writing this down?") is not longer. */
const GAP_MAX = 16;
/** Tokens in a turn in front of the other half, and of a whole turn between two halves. */
const LEAD_MAX = 16;
/** Marks between a digit and a letter that is read as one ("4OOO-OOOO"). */
const LOOKALIKE_GAP_MAX = 2;
/**
 * Steps for one start and for one text, in which every reading of number words and every gap is tried. Speech needs
 * hundreds; behind them only the likeliest reading without gaps is followed, so that hostile text costs no more than
 * its length.
 */
const START_STEPS = 3000;
export const TEXT_STEPS = 20_000;
/** Steps for all texts of a side together: a call of ordinary talk stays far below. */
export const STREAM_STEPS = 120_000;
/** A step here takes about as long as eight steps of the search for values. */
const STEP_COST = 8;
/** No brand looks at more of the first digits. */
const PREFIX_MAX = 6;
/** How many digits callers take back in one go, the likeliest first: a group, the last digit, some. */
const TAKEN_BACK = [4, 6, 5, 1, 2, 3];
/** More corrections of one number are none that a caller makes; it also ends the recursion, as digits come and go. */
const CORRECTIONS_MAX = 3;
/** Digits in each of two answers to different questions that together are a card by their length alone. */
const ANSWER_MIN = 5;

/** Do the groups end here in which a card of so many digits is printed and said: 4-6-4, 4-6-5, else fours? */
const endsGroup = (length: number, at: number): boolean =>
  length < 16 ? length > 13 && (at === 4 || at === 10) : at % 4 === 0;

/** One length of each kind that `endsGroup` and answers to two questions tell apart. */
const LENGTH_KINDS = [13, 14, 15, 16, 17];

/** What lies between two groups: foreign words or another question, at these numbers of digits. */
type Break = { kind: "words" | "question"; before: number; after: number };

/** Where a walk stands: behind `digits`, of which the last `taken` are taken back when it goes on. */
type State = {
  part: number;
  at: number;
  digits: string;
  taken: number;
  gap: number;
  kind: Gap;
  /** How often digits were taken back so far. */
  corrections: number;
};

const WEIGHT: Record<Gap, number> = { close: 0, list: 1, talk: 2, words: 3, correction: 3, never: 4 };

/** The heavier of two gaps; a list ("and", a comma) that other words are in is talk. */
const heavier = (a: Gap, b: Gap): Gap => (WEIGHT[b] > WEIGHT[a] ? b : a);

export class CardWalk {
  private readonly pieces: Piece[] = [];
  private readonly breaks: Break[] = [];
  private readonly seen = new Set<string>();
  private best: CardMatch | undefined;
  private steps = 0;

  constructor(
    private readonly stream: Stream,
    private readonly crossing: Crossing,
    private readonly budget: { steps: number },
    /** Does it begin inside a longer number? Then no other words lead on: a part of a phone number is no group. */
    private readonly isInside: boolean,
  ) {}

  run(part: number, at: number): CardMatch | undefined {
    this.read({ part, at, digits: "", taken: 0, gap: 0, kind: "close", corrections: 0 });
    return this.best;
  }

  private get isThorough(): boolean {
    return this.steps < START_STEPS && this.budget.steps > 0;
  }

  /** Reads the digits at a place. */
  private read({ part, at, digits, taken, kind, corrections }: State): void {
    const lattice = this.stream[part];
    if (lattice === undefined || kind === "list") return;
    const kept = digits.slice(0, digits.length - taken);
    const isBroken = kind === "words" || kind === "correction";
    if (isBroken) this.breaks.push({ kind: "words", before: digits.length, after: kept.length });
    for (const edge of this.edgesAt(lattice, at, isBroken)) {
      const more = kept + edge.reading;
      if (!edge.digits || more.length > CARD_MAX) continue;
      if (kept.length < PREFIX_MAX && !mayBeCard(more)) continue;
      this.pieces.push({ part, from: at, to: at + edge.length });
      if (isCard(more) && this.reachesFurther(part, at + edge.length) && this.isOne(more)) {
        this.best = { digits: more, pieces: [...this.pieces] };
      }
      this.go({ part, at: at + edge.length, digits: more, taken: 0, gap: 0, kind: "close", corrections });
      this.pieces.pop();
    }
    if (isBroken) this.breaks.pop();
  }

  /** The readings of a token; a letter or word that only looks or sounds like a digit has one behind digits. */
  private edgesAt(lattice: Lattice, at: number, isBroken: boolean): readonly Edge[] {
    if (!this.isThorough) return likeliest(lattice, at);
    const edges = lattice.edges[at] ?? [];
    const lookalike = isBroken ? undefined : lookalikeEdge(lattice, at);
    return lookalike === undefined ? edges : [...edges, lookalike];
  }

  /** Of several readings the one that leaves least of what was said behind is taken. */
  private reachesFurther(part: number, to: number): boolean {
    const last = this.best?.pieces.at(-1);
    return last === undefined || part > last.part || (part === last.part && to > last.to);
  }

  /** Is what other words or other questions part told as a card is? */
  private isOne({ length }: { length: number }): boolean {
    return this.breaks.every(({ kind, before, after }) => {
      if (endsGroup(length, before) || endsGroup(length, after)) return true;
      const rest = length - before;
      return (
        kind === "question" && length >= 15 && length <= 16 && before >= ANSWER_MIN && rest >= ANSWER_MIN
      );
    });
  }

  /** The kinds of lengths that the breaks so far allow: ways to the same digits differ in what can follow them. */
  private allowedLengths(): string {
    return this.breaks.length === 0 ? "" : LENGTH_KINDS.filter((length) => this.isOne({ length })).join("-");
  }

  /** Goes on behind digits, over what may stand between two groups. */
  private go(state: State): void {
    const { part, at, digits, taken, gap, kind } = state;
    this.steps++;
    this.budget.steps--;
    spend(STEP_COST);
    const lattice = this.stream[part];
    if (lattice === undefined || gap > GAP_MAX || this.steps > 2 * START_STEPS) return;
    const key = `${part} ${at} ${digits} ${taken} ${kind} ${this.allowedLengths()}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    if (at >= lattice.tokens.length) {
      this.cross(part + 1, { ...state, gap: 0 });
      return;
    }
    if (figureTokens(lattice).has(at)) return;
    const here = gapOf(lattice, at);
    const isLookalike =
      this.isThorough &&
      kind === "close" &&
      gap <= LOOKALIKE_GAP_MAX &&
      lookalikeEdge(lattice, at) !== undefined;
    const isRead = isLookalike || lattice.edges[at]?.some((edge) => edge.digits) === true;
    // A row of words that sound like digits has so many ways through it that the one over all of them comes first.
    if (isRead && (here === "never" || isLookalike)) this.read(state);
    this.pass(state, here);
    // "the next four 1234": what counts is passed over before it is tried as a digit.
    if (isRead && here !== "never" && !isLookalike) this.read(state);
  }

  /** Over a token that is no digit of the number. */
  private pass(state: State, here: Gap): void {
    const { part, at, taken, gap, kind } = state;
    const lattice = this.stream[part];
    if (lattice === undefined) return;
    if (here === "never" || (here !== "close" && (this.isInside || !this.isThorough))) {
      if (onlyTalk(lattice, at, lattice.tokens.length)) this.cross(part + 1, { ...state, gap: 0 });
      return;
    }
    const next = { ...state, at: at + 1, gap: gap + 1, kind: together(kind, here) };
    if (here === "correction" && taken === 0) this.takeBack(next);
    this.go(next);
  }

  /** What was said last is wrong: the next digits may stand for any of its last ones. */
  private takeBack(state: State): void {
    const corrections = state.corrections + 1;
    if (corrections > CORRECTIONS_MAX) return;
    for (const taken of TAKEN_BACK) {
      if (taken <= state.digits.length) this.go({ ...state, taken, corrections });
    }
  }

  /** Into the next turn of the same side: behind a few words, or over a short turn without digits. */
  private cross(part: number, state: State): void {
    const lattice = this.stream[part];
    if (lattice === undefined || this.steps++ > 2 * START_STEPS) return;
    const crossing = this.crossing(this.pieces.at(-1)?.part ?? part, part);
    if (crossing === "never") return;
    const material = lattice.tokens.findIndex((_, at) => isDigitMaterial(lattice, at));
    const first = lookalikeEdge(lattice, 0) === undefined ? material : 0;
    if (material === -1) {
      if (lattice.tokens.length <= LEAD_MAX) this.cross(part + 1, state);
      if (first === -1) return;
    }
    // A turn is as good a pause as a comma, and parts no list.
    const kind = state.kind === "list" ? "close" : state.kind;
    if (crossing === "grouped") {
      const after = state.digits.length;
      this.breaks.push({ kind: "question", before: after, after });
    }
    if (first <= LEAD_MAX) this.go({ ...state, part, at: 0, gap: 0, kind });
    if (crossing === "grouped") this.breaks.pop();
  }
}

/** The gap that two tokens make together. */
function together(before: Gap, here: Gap): Gap {
  if (before === "correction" && here === "words") return "correction";
  if ((before === "list" && here === "talk") || (before === "talk" && here === "list")) return "talk";
  return heavier(before, here);
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

import { spendSteps } from "./budget";
import { CARD_MAX, isCard, isCardPrefix } from "./card-brands";
import { findQuantityTokens, lookalikeEdge } from "./card-edges";
import { classifyGap, type Gap } from "./card-gaps";
import { type Edge, isDigitToken, type Lattice, longestDigitEdge } from "./lattice";
import type { MatchPiece, Stream } from "./search-stream";

/** A card number found in a stream of texts. */
export type CardMatch = { digits: string; pieces: MatchPiece[] };

/**
 * Whether a number may continue in another text of the stream. "grouped": only at the end of a card's group, as the
 * texts answer different questions. An account of ten digits and an amount of three are not a card.
 */
export type Crossing = (from: number, to: number) => "free" | "grouped" | "never";

/** Most tokens between two groups, enough for an aside ("are you writing this down?"). */
const GAP_MAX = 16;
/** Most tokens in a turn before the second half of a number, and in a whole turn between two halves. */
const LEAD_MAX = 16;
/** Most marks between a digit and a letter that reads as a digit ("4OOO-OOOO"). */
const LOOKALIKE_GAP_MAX = 2;
/**
 * Steps for one start and for one text in which all readings and gaps are tried. Speech needs hundreds. After them only
 * the likeliest reading without gaps is followed, so that the cost of hostile text is linear in its length.
 */
const START_STEPS = 3000;
export const TEXT_STEPS = 20_000;
/** Steps for all texts of a side together. A call of ordinary talk needs far fewer. */
export const STREAM_STEPS = 120_000;
/** A step here takes as long as eight steps of `searchStream`. */
const STEP_COST = 8;
/** Most leading digits that decide a card's brand. */
const PREFIX_MAX = 6;
/** Numbers of digits that a caller retracts in one correction, the likeliest first: a group, the last digit, several. */
const TAKEN_BACK = [4, 6, 5, 1, 2, 3];
/** Most corrections of one number. Also ends the recursion, as corrections remove digits again. */
const CORRECTIONS_MAX = 3;
/** Fewest digits in each of two answers to different questions that together count as a card by their length. */
const ANSWER_MIN = 5;

/** Whether a group ends after `at` digits of a card with `length` digits. Cards are grouped 4-6-4, 4-6-5, or in fours. */
const endsGroup = (length: number, at: number): boolean =>
  length < 16 ? length > 13 && (at === 4 || at === 10) : at % 4 === 0;

/** One length of each kind that `endsGroup` and `isOne` distinguish. */
const LENGTH_KINDS = [13, 14, 15, 16, 17];

/** A break between two groups, by other words or another question, with the number of digits before and after it. */
type Break = { kind: "words" | "question"; before: number; after: number };

/** The state of a walk: the `digits` so far, of which the next digits replace the last `taken`. */
type State = {
  part: number;
  at: number;
  digits: string;
  retracted: number;
  gap: number;
  kind: Gap;
  /** The number of corrections so far. */
  corrections: number;
};

const WEIGHT: Record<Gap, number> = { close: 0, list: 1, talk: 2, words: 3, correction: 3, never: 4 };

/** The heavier of two gaps. */
const heavier = (a: Gap, b: Gap): Gap => (WEIGHT[b] > WEIGHT[a] ? b : a);

export class CardWalk {
  private readonly pieces: MatchPiece[] = [];
  private readonly breaks: Break[] = [];
  private readonly visited = new Set<string>();
  private best: CardMatch | undefined;
  private steps = 0;

  constructor(
    private readonly stream: Stream,
    private readonly crossing: Crossing,
    private readonly budget: { steps: number },
    /** Whether the walk starts inside a longer number. It then skips no words, as part of a phone number is not a group. */
    private readonly isInside: boolean,
  ) {}

  run(part: number, at: number): CardMatch | undefined {
    this.read({ part, at, digits: "", retracted: 0, gap: 0, kind: "close", corrections: 0 });
    return this.best;
  }

  private get isThorough(): boolean {
    return this.steps < START_STEPS && this.budget.steps > 0;
  }

  /** Reads the digits at a token, and continues after them. */
  private read({ part, at, digits, retracted, kind, corrections }: State): void {
    const lattice = this.stream[part];
    if (lattice === undefined || kind === "list") return;
    const remainingDigits = digits.slice(0, digits.length - retracted);
    const isBroken = kind === "words" || kind === "correction";
    if (isBroken) this.breaks.push({ kind: "words", before: digits.length, after: remainingDigits.length });
    for (const edge of this.edgesAt(lattice, at, isBroken)) {
      const more = remainingDigits + edge.reading;
      if (!edge.isDigits || more.length > CARD_MAX) continue;
      if (remainingDigits.length < PREFIX_MAX && !isCardPrefix(more)) continue;
      this.pieces.push({ part, from: at, to: at + edge.length });
      if (isCard(more) && this.reachesFurther(part, at + edge.length) && this.isOne(more)) {
        this.best = { digits: more, pieces: [...this.pieces] };
      }
      this.go({ part, at: at + edge.length, digits: more, retracted: 0, gap: 0, kind: "close", corrections });
      this.pieces.pop();
    }
    if (isBroken) this.breaks.pop();
  }

  /** The readings of a token. A letter or word that looks or sounds like a digit has a reading only after digits. */
  private edgesAt(lattice: Lattice, at: number, isBroken: boolean): readonly Edge[] {
    if (!this.isThorough) return likeliest(lattice, at);
    const edges = lattice.edges[at] ?? [];
    const lookalike = isBroken ? undefined : lookalikeEdge(lattice, at);
    return lookalike === undefined ? edges : [...edges, lookalike];
  }

  /** Whether a match ends after the best one so far. Of several readings the longest wins. */
  private reachesFurther(part: number, to: number): boolean {
    const last = this.best?.pieces.at(-1);
    return last === undefined || part > last.part || (part === last.part && to > last.to);
  }

  /** Whether all breaks are at the ends of a card's groups, so that the digits are one card. */
  private isOne({ length }: { length: number }): boolean {
    return this.breaks.every(({ kind, before, after }) => {
      if (endsGroup(length, before) || endsGroup(length, after)) return true;
      const remainingLength = length - before;
      return (
        kind === "question" &&
        length >= 15 &&
        length <= 16 &&
        before >= ANSWER_MIN &&
        remainingLength >= ANSWER_MIN
      );
    });
  }

  /** The kinds of lengths that the breaks allow. Different paths to the same digits can differ in what may follow. */
  private allowedLengths(): string {
    return this.breaks.length === 0 ? "" : LENGTH_KINDS.filter((length) => this.isOne({ length })).join("-");
  }

  /** Continues after digits, over tokens that may stand between two groups. */
  private go(state: State): void {
    const { part, at, digits, retracted, gap, kind } = state;
    this.steps++;
    this.budget.steps--;
    spendSteps(STEP_COST);
    const lattice = this.stream[part];
    if (lattice === undefined || gap > GAP_MAX || this.steps > 2 * START_STEPS) return;
    const key = `${part} ${at} ${digits} ${retracted} ${kind} ${this.allowedLengths()}`;
    if (this.visited.has(key)) return;
    this.visited.add(key);
    if (at >= lattice.tokens.length) {
      this.cross(part + 1, { ...state, gap: 0 });
      return;
    }
    if (findQuantityTokens(lattice).has(at)) return;
    const currentGap = classifyGap(lattice, at);
    const isLookalike =
      this.isThorough &&
      kind === "close" &&
      gap <= LOOKALIKE_GAP_MAX &&
      lookalikeEdge(lattice, at) !== undefined;
    const isRead = isLookalike || lattice.edges[at]?.some((edge) => edge.isDigits) === true;
    // A row of words that sound like digits has many paths. The path that reads all of them is tried first.
    if (isRead && (currentGap === "never" || isLookalike)) this.read(state);
    this.pass(state, currentGap);
    // "the next four 1234": a count is skipped before it is tried as a digit.
    if (isRead && currentGap !== "never" && !isLookalike) this.read(state);
  }

  /** Skips a token that is not a digit of the number. */
  private pass(state: State, currentGap: Gap): void {
    const { part, at, retracted, gap, kind } = state;
    const lattice = this.stream[part];
    if (lattice === undefined) return;
    if (currentGap === "never" || (currentGap !== "close" && (this.isInside || !this.isThorough))) {
      if (onlyTalk(lattice, at, lattice.tokens.length)) this.cross(part + 1, { ...state, gap: 0 });
      return;
    }
    const next = { ...state, at: at + 1, gap: gap + 1, kind: combineGaps(kind, currentGap) };
    if (currentGap === "correction" && retracted === 0) this.takeBack(next);
    this.go(next);
  }

  /** Retracts the last digits after a correction. The next digits may replace any number of them. */
  private takeBack(state: State): void {
    const corrections = state.corrections + 1;
    if (corrections > CORRECTIONS_MAX) return;
    for (const retractedCount of TAKEN_BACK) {
      if (retractedCount <= state.digits.length)
        this.go({ ...state, retracted: retractedCount, corrections });
    }
  }

  /** Continues in the next turn of the same side: after a few words, or over a short turn without digits. */
  private cross(part: number, state: State): void {
    const lattice = this.stream[part];
    if (lattice === undefined || this.steps++ > 2 * START_STEPS) return;
    const crossing = this.crossing(this.pieces.at(-1)?.part ?? part, part);
    if (crossing === "never") return;
    const material = lattice.tokens.findIndex((_, at) => isDigitToken(lattice, at));
    const first = lookalikeEdge(lattice, 0) === undefined ? material : 0;
    if (material === -1) {
      if (lattice.tokens.length <= LEAD_MAX) this.cross(part + 1, state);
      if (first === -1) return;
    }
    // The end of a turn separates like a comma, so a list does not end there.
    const kind = state.kind === "list" ? "close" : state.kind;
    if (crossing === "grouped") {
      const after = state.digits.length;
      this.breaks.push({ kind: "question", before: after, after });
    }
    if (first <= LEAD_MAX) this.go({ ...state, part, at: 0, gap: 0, kind });
    if (crossing === "grouped") this.breaks.pop();
  }
}

/** The gap of two tokens together. A list ("and", a comma) with talk in it is talk. */
function combineGaps(before: Gap, currentGap: Gap): Gap {
  if (before === "correction" && currentGap === "words") return "correction";
  if ((before === "list" && currentGap === "talk") || (before === "talk" && currentGap === "list"))
    return "talk";
  return heavier(before, currentGap);
}

function likeliest(lattice: Lattice, at: number): Edge[] {
  const edge = longestDigitEdge(lattice, at);
  return edge === undefined ? [] : [edge];
}

function onlyTalk(lattice: Lattice, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const token = lattice.tokens[at];
    if (token === undefined || isDigitToken(lattice, at)) return false;
    if (token.kind !== "punct" && !token.info?.smallTalk && !token.info?.joiner && !token.info?.softJoiner)
      return false;
  }
  return true;
}

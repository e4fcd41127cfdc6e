import { spendSteps } from "./budget";
import { type Edge, isJoiner, isNumberToken, type Lattice } from "./lattice";
import { findStarts } from "./pattern-starts";
import {
  allowsGaps,
  GAP_WORDS_ACROSS_TURNS,
  MAX_STEPS,
  type PatternStart,
  type SearchIndex,
} from "./search-index";
import { PARTIAL_MIN, type SearchPattern } from "./search-patterns";
import type { Token } from "./tokens";

export { buildSearchIndex, type SearchIndex } from "./search-index";

/** Texts in order that are searched as one, as a value may be split over several of them. */
export type Stream = readonly Lattice[];

/** One piece of a found value: tokens `from` to `to` (exclusive) of text number `part` in the stream. */
export type MatchPiece = { part: number; from: number; to: number };
export type Match = { pattern: SearchPattern; pieces: MatchPiece[]; isWhole: boolean };

/** Most ordinary words between the pieces of a value in one text ("one two and the next are three four"). */
const GAP_WORDS = 8;
/** A trailing part of this length may begin inside a longer group of digits, such as after a national prefix 0. */
const INSIDE_MIN = 7;
/** A word of this length also matches with an ending ("Marlowes"). Shorter words begin many other words. */
const ENDING_MIN = 6;
/** In a longer group of digits, only the end and whole values are searched. */
const LONG_GROUP = 64;

/** The cost in steps of turning one piece of a match into a span. */
const MATCH_STEPS = 20;

const isRtl = (text: string): boolean => /[\u0590-\u08ff]/.test(text);

/** One attempt to match one pattern from one place. */
class Walk {
  private readonly pieces: MatchPiece[] = [];
  private steps = 0;
  /** The number of the last text that the walk has read. */
  private reached = 0;
  /** Whether the walk began inside a longer group of digits. */
  private isInside = false;
  /** The longest leading part found, if it has four or more digits. */
  private leading: { pieces: MatchPiece[]; length: number } | undefined;

  constructor(
    private readonly stream: Stream,
    private readonly needle: SearchPattern,
    private readonly startPos: number,
  ) {}

  /** Whether the walk ran out of steps before it tried all readings. The unread text must then be withheld. */
  get gaveUp(): boolean {
    return this.steps > MAX_STEPS + 1;
  }

  /** The number of the last text that the walk has read. */
  get lastPart(): number {
    return this.reached;
  }

  run(part: number, at: number, edge: Edge, inside: number): Match | undefined {
    const { needle } = this;
    this.isInside = inside > 0;
    if (this.take(part, at, edge, this.startPos, inside, false)) {
      return { pattern: needle, pieces: merge(this.stream, this.pieces), isWhole: this.startPos === 0 };
    }
    if (this.leading === undefined) return undefined;
    return { pattern: needle, pieces: merge(this.stream, this.leading.pieces), isWhole: false };
  }

  /** Reads one edge at `pos`. Returns true if the pattern has been matched to its end. */
  private take(part: number, at: number, edge: Edge, pos: number, inside: number, gap: boolean): boolean {
    const { chars } = this.needle;
    const reading = inside === 0 ? edge.reading : edge.reading.slice(inside);
    const remainingChars = chars.length - pos;
    this.pieces.push({ part, from: at, to: at + edge.length });
    if (
      reading.length <= remainingChars
        ? chars.startsWith(reading, pos)
        : this.endsInside(reading, pos, part, at)
    ) {
      if (
        reading.length >= remainingChars ||
        this.go(part, at + edge.length, pos + reading.length, gap, 0, 0)
      )
        return true;
    } else {
      const common = commonPrefix(chars, pos, reading);
      if (common > 0) this.noteLeading(pos + common, gap);
    }
    this.pieces.pop();
    return false;
  }

  /** Whether the pattern may end inside this reading: digits inside longer digits, long words before an ending. */
  private endsInside(reading: string, pos: number, part: number, at: number): boolean {
    const { chars, isDigits } = this.needle;
    if (!reading.startsWith(chars.slice(pos))) return false;
    const token = this.stream[part]?.tokens[at];
    if (isDigits) return token?.kind === "digits" && chars.length >= PARTIAL_MIN && this.startPos === 0;
    return token?.kind === "word" && (chars.length >= ENDING_MIN || isRtl(chars));
  }

  private noteLeading(length: number, gap: boolean): void {
    if (!this.needle.allowsPartial || gap || this.startPos !== 0 || length < PARTIAL_MIN) return;
    if (length > (this.leading?.length ?? 0)) this.leading = { pieces: [...this.pieces], length };
  }

  /** Continues after the matched part: reads the next piece, or skips a token between pieces. */
  private go(part: number, at: number, pos: number, gap: boolean, words: number, crossed: number): boolean {
    if (this.steps++ > MAX_STEPS || !spendSteps(1)) return false;
    this.reached = Math.max(this.reached, part);
    const lattice = this.stream[part];
    if (lattice === undefined) return false;
    const token = lattice.tokens[at];
    if (token === undefined) {
      this.noteLeading(pos, gap || words > 0);
      return this.go(part + 1, 0, pos, gap, words, crossed + 1);
    }
    const gapped = gap || words > 0 || crossed > 0;
    for (const edge of lattice.edges[at] ?? []) if (this.take(part, at, edge, pos, 0, gapped)) return true;
    if (token.kind === "word" && token.text.charCodeAt(0) === this.needle.chars.charCodeAt(pos)) {
      if (this.take(part, at, plain(token), pos, 0, gapped)) return true;
    }
    this.noteLeading(pos, gapped);
    if (isJoiner(token) || token.info?.softJoiner) return this.go(part, at + 1, pos, gap, words, crossed);
    if (!this.mayPass(lattice, at, words, crossed)) return false;
    return this.go(part, at + 1, pos, gap, words + 1, crossed);
  }

  private mayPass(lattice: Lattice, at: number, words: number, crossed: number): boolean {
    if (this.isInside) return false; // The second 1 of "11 pm" does not begin a later number.
    if (this.startPos > 0) return false; // A trailing part is one piece: "the last four are 5678".
    if (words >= (crossed > 0 ? GAP_WORDS_ACROSS_TURNS : GAP_WORDS)) return false;
    if (isNumberToken(lattice, at)) return false;
    if (allowsGaps(this.needle)) return true;
    return crossed > 0 && lattice.tokens[at]?.info?.smallTalk === true;
  }
}

function commonPrefix(chars: string, pos: number, reading: string): number {
  let n = 0;
  while (n < reading.length && pos + n < chars.length && chars[pos + n] === reading[n]) n++;
  return n;
}

/** Merges pieces with only joiners between them, so that "1-2-3" is one mask. Ordinary words between pieces stay. */
function merge(stream: Stream, pieces: readonly MatchPiece[]): MatchPiece[] {
  const merged: MatchPiece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    const tokens = stream[piece.part]?.tokens;
    const between = last?.part === piece.part ? tokens?.slice(last.to, piece.from) : undefined;
    const joined = between?.every((token) => isJoiner(token) || token.info?.softJoiner);
    if (last !== undefined && joined) last.to = piece.to;
    else merged.push({ ...piece });
  }
  return merged;
}

/** The plain reading of a word: its own text. */
const plain = (token: Token): Edge => ({ length: 1, reading: token.text, isDigits: false });

/**
 * Finds every place in the stream that contains a pattern, or a distinctive part of it. Fails closed: if a walk runs out
 * of steps, or the budget is used up, the unread text is a match as a whole.
 */
export function searchStream(stream: Stream, index: SearchIndex): Match[] {
  const matches: Match[] = [];
  if (index.needles.length === 0) return matches;
  const covered = new Covered();
  const attempt: Attempt = (part, at, edge, inside) => {
    for (const start of findStarts(stream, index, part, at, edge, inside)) {
      if (inside > 0 && !mayBeginInside(start, edge.reading, inside)) continue;
      if (covered.tellsNothing(start, part, at)) continue;
      const walk = new Walk(stream, start.needle, start.pos);
      const match = walk.run(part, at, edge, inside);
      if (walk.gaveUp && !match?.isWhole) addUnread(matches, stream, [start.needle], part, walk.lastPart);
      if (match === undefined) continue;
      matches.push(match);
      spendSteps(MATCH_STEPS * match.pieces.length);
      if (match.isWhole || start.pos > 0) covered.add(match);
    }
  };
  for (const [part, lattice] of stream.entries()) {
    for (let at = 0; at < lattice.tokens.length; at++) {
      searchToken(lattice, part, at, index, attempt);
      if (spendSteps(1)) continue;
      addUnread(matches, stream, index.needles, part, stream.length - 1);
      return matches;
    }
  }
  return matches;
}

/** Adds the whole texts `from` to `to` as matches for the variables of the patterns. */
function addUnread(
  matches: Match[],
  stream: Stream,
  needles: readonly SearchPattern[],
  from: number,
  to: number,
): void {
  const variables = new Map(needles.map((needle) => [needle.variable, needle]));
  for (const needle of variables.values()) {
    const pieces: MatchPiece[] = [];
    for (let part = from; part <= to; part++)
      pieces.push({ part, from: 0, to: stream[part]?.tokens.length ?? 0 });
    matches.push({ pattern: needle, pieces, isWhole: false });
  }
}

/**
 * The last match of each pattern. A trailing part inside it is redundant, and so is the same pattern from the same token
 * by another reading.
 */
class Covered {
  private readonly last = new Map<SearchPattern, { first: MatchPiece; last: MatchPiece }>();

  add({ pattern, pieces }: Match): void {
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (first !== undefined && last !== undefined) this.last.set(pattern, { first, last });
  }

  tellsNothing({ needle, pos }: PatternStart, part: number, at: number): boolean {
    const covered = this.last.get(needle);
    if (covered === undefined) return false;
    const { first, last } = covered;
    // A whole value may begin where a value ends that started in the turn before ("248", "248248").
    if (pos === 0) return first.part === part && first.from === at;
    return last.part === part && at >= last.from && at < last.to;
  }
}

type Attempt = (part: number, at: number, edge: Edge, inside: number) => void;

function searchToken(lattice: Lattice, part: number, at: number, index: SearchIndex, attempt: Attempt): void {
  const token = lattice.tokens[at];
  if (token === undefined || token.kind === "punct") return;
  // Most words match nothing, so a word is checked by its first letter before an edge is created.
  if (token.kind === "word" && index.beginnings.has(token.text.charAt(0))) {
    attempt(part, at, plain(token), 0);
  }
  for (const edge of lattice.edges[at] ?? []) attempt(part, at, edge, 0);
  if (token.kind === "digits" || isRtl(token.text)) {
    for (const inside of insides(token.text, index))
      attempt(part, at, { length: 1, reading: token.text, isDigits: false }, inside);
  }
}

/** The offsets inside a group of digits (or a right-to-left word) at which a value may begin. */
function insides(reading: string, index: SearchIndex): number[] {
  const starts: number[] = [];
  const first = reading.length > LONG_GROUP ? reading.length - LONG_GROUP : 1;
  for (let inside = first; inside < reading.length; inside++) starts.push(inside);
  if (first === 1) return starts;
  for (const { chars } of index.needles) {
    if (!spendSteps(1)) return starts;
    const inside = reading.indexOf(chars);
    if (inside > 0 && inside < first) starts.push(inside);
  }
  return starts;
}

/** Whether a match may begin inside a token: whole digits or long trailing parts, or a right-to-left name after a prefix. */
function mayBeginInside({ needle, pos }: PatternStart, reading: string, inside: number): boolean {
  if (isRtl(reading)) return pos === 0 && inside <= 2;
  if (!needle.isDigits || needle.chars.length < PARTIAL_MIN) return false;
  return pos === 0 || needle.chars.length - pos >= INSIDE_MIN;
}

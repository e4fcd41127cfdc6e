/**
 * The search as it was before it followed all readings at once: each value is tried at each place. Slow and simple;
 * `match.property.test.ts` holds the two together.
 */
import { type Edge, isDigitToken, isJoiner, type Lattice } from "../lattice";
import { PARTIAL_MIN, type SearchPattern } from "../search-patterns";
import type { Token } from "../tokens";

/** Texts that are searched as one, in order: a value may be split over several of them. */
export type Stream = readonly Lattice[];

/** Where one piece of a value lies: tokens `from` to `to` (exclusive) of text number `part` of the stream. */
export type Piece = { part: number; from: number; to: number };
export type Match = { pattern: SearchPattern; pieces: Piece[]; isWhole: boolean };

/** Ordinary words within a value that is said in pieces ("one two and the next are three four"), and from turn to turn. */
const GAP_WORDS = 8;
const GAP_WORDS_ACROSS = 16;
/** Shorter digits are found across ordinary words by chance. */
const GAP_DIGITS_MIN = 6;
/** A trailing part of this length may begin inside a longer group of digits: 0 before a national number. */
const INSIDE_MIN = 7;
/** A word of this length also counts with an ending ("Marlowes"); shorter ones begin many other words. */
const ENDING_MIN = 6;
/** The longest trailing part that is looked for; numbers that people say are not longer. */
const TRAILING_MAX = 32;
/** Digits in one group beyond which only its end, and whole values in it, are looked at. */
const LONG_GROUP = 64;
/** Steps for one start. Ordinary text needs tens; the search abandons a start after this many. */
const MAX_STEPS = 600;

type PatternStart = { needle: SearchPattern; pos: number };

/** Needles by the first character that can begin a match: a whole one, or one of its trailing parts. */
export type SearchIndex = ReadonlyMap<string, readonly PatternStart[]>;

export function buildSearchIndex(needles: readonly SearchPattern[]): SearchIndex {
  const index = new Map<string, PatternStart[]>();
  for (const needle of needles) {
    addStart(index, { needle, pos: 0 });
    if (!needle.allowsPartial) continue;
    const { length } = needle.chars;
    for (let pos = Math.max(1, length - TRAILING_MAX); pos <= length - PARTIAL_MIN; pos++)
      addStart(index, { needle, pos });
  }
  return index;
}

function addStart(index: Map<string, PatternStart[]>, start: PatternStart): void {
  const first = start.needle.chars.charAt(start.pos);
  const starts = index.get(first);
  if (starts === undefined) index.set(first, [start]);
  else starts.push(start);
}

const isRtl = (text: string): boolean => /[\u0590-\u08ff]/.test(text);

/** One attempt to follow one needle from one place. */
class Walk {
  private readonly pieces: Piece[] = [];
  private steps = 0;
  private isInside = false;
  /** The longest leading part seen, if four or more digits. */
  private leading: { pieces: Piece[]; length: number } | undefined;

  constructor(
    private readonly stream: Stream,
    private readonly needle: SearchPattern,
    private readonly startPos: number,
  ) {}

  run(part: number, at: number, edge: Edge, inside: number): Match | undefined {
    const { needle } = this;
    this.isInside = inside > 0;
    if (this.take(part, at, edge, this.startPos, inside, false)) {
      return { pattern: needle, pieces: merge(this.stream, this.pieces), isWhole: this.startPos === 0 };
    }
    if (this.leading === undefined) return undefined;
    return { pattern: needle, pieces: merge(this.stream, this.leading.pieces), isWhole: false };
  }

  /** Reads one edge at `pos`; true when the needle has been read to its end. */
  private take(part: number, at: number, edge: Edge, pos: number, inside: number, gap: boolean): boolean {
    const { chars } = this.needle;
    const reading = inside === 0 ? edge.reading : edge.reading.slice(inside);
    const remaining = chars.length - pos;
    this.pieces.push({ part, from: at, to: at + edge.length });
    if (
      reading.length <= remaining ? chars.startsWith(reading, pos) : this.endsInside(reading, pos, part, at)
    ) {
      if (reading.length >= remaining || this.go(part, at + edge.length, pos + reading.length, gap, 0, 0))
        return true;
    } else {
      const common = commonPrefix(chars, pos, reading);
      if (common > 0) this.noteLeading(pos + common, gap);
    }
    this.pieces.pop();
    return false;
  }

  /** May the needle end inside this reading? Digits inside longer digits, long words before an ending. */
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

  /** Continues after the consumed text: with the next piece, or with a separator between pieces. */
  private go(part: number, at: number, pos: number, gap: boolean, words: number, crossed: number): boolean {
    if (this.steps++ > MAX_STEPS) return false;
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
    const { isDigits, chars } = this.needle;
    if (this.isInside) return false; // the 1 of "11 pm" is not the beginning of a number that comes later
    if (this.startPos > 0) return false; // a trailing part is one piece: "the last four are 5678" has one, not two
    if (words >= (crossed > 0 ? GAP_WORDS_ACROSS : GAP_WORDS)) return false;
    const info = lattice.tokens[at]?.info;
    if (isDigitToken(lattice, at) || info?.scale !== undefined || info?.plural !== undefined) return false;
    if (isDigits && chars.length >= GAP_DIGITS_MIN) return true;
    return crossed > 0 && info?.smallTalk === true;
  }
}

function commonPrefix(chars: string, pos: number, reading: string): number {
  let n = 0;
  while (n < reading.length && pos + n < chars.length && chars[pos + n] === reading[n]) n++;
  return n;
}

/** Pieces that only joiners part become one, so that "1-2-3" is one mask and ordinary words between stay. */
function merge(stream: Stream, pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
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

/** A word as written, which is one of its readings. */
const plain = (token: Token): Edge => ({ length: 1, reading: token.text, isDigits: false });

/** Every place where a needle, or a telling part of it, comes out in the stream. */
export function searchStream(stream: Stream, index: SearchIndex): Match[] {
  const matches: Match[] = [];
  const covered = new Covered();
  const attempt: Attempt = (part, at, edge, inside) => {
    for (const start of index.get(edge.reading.charAt(inside)) ?? []) {
      if (!mayBegin(start, edge.reading, inside)) continue;
      if (covered.tellsNothing(start, part, at)) continue;
      const match = new Walk(stream, start.needle, start.pos).run(part, at, edge, inside);
      if (match === undefined) continue;
      matches.push(match);
      if (match.isWhole || start.pos > 0) covered.add(match);
    }
  };
  for (const [part, lattice] of stream.entries()) {
    for (let at = 0; at < lattice.tokens.length; at++) searchToken(lattice, part, at, index, attempt);
  }
  return matches;
}

/**
 * Where each needle has been found last. A trailing part within that tells nothing new, nor does the same needle
 * from the same token by another reading.
 */
class Covered {
  private readonly last = new Map<SearchPattern, { first: Piece; last: Piece }>();

  add({ pattern, pieces }: Match): void {
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (first !== undefined && last !== undefined) this.last.set(pattern, { first, last });
  }

  tellsNothing({ needle, pos }: PatternStart, part: number, at: number): boolean {
    const covered = this.last.get(needle);
    if (covered === undefined) return false;
    const { first, last } = covered;
    if (pos === 0) return first.part === part && first.from === at;
    return last.part === part && at >= last.from && at < last.to;
  }
}

type Attempt = (part: number, at: number, edge: Edge, inside: number) => void;

function searchToken(lattice: Lattice, part: number, at: number, index: SearchIndex, attempt: Attempt): void {
  const token = lattice.tokens[at];
  if (token === undefined || token.kind === "punct") return;
  // The plain word is looked up by its first letter before anything is made for it: most words match nothing.
  if (token.kind === "word" && index.has(token.text.charAt(0))) {
    attempt(part, at, plain(token), 0);
  }
  for (const edge of lattice.edges[at] ?? []) attempt(part, at, edge, 0);
  if (token.kind === "digits" || isRtl(token.text)) {
    for (const inside of insides(token.text, index))
      attempt(part, at, { length: 1, reading: token.text, isDigits: false }, inside);
  }
}

/** A glance at the second character spares most attempts. */
function mayBegin(start: PatternStart, reading: string, inside: number): boolean {
  if (inside > 0 && !mayBeginInside(start, reading, inside)) return false;
  const { needle, pos } = start;
  if (reading.length === inside + 1 || needle.chars.length === pos + 1) return true;
  return reading.charCodeAt(inside + 1) === needle.chars.charCodeAt(pos + 1);
}

/** Where inside a group of digits (or a word from right to left) a value may begin. */
function insides(reading: string, index: SearchIndex): number[] {
  const starts: number[] = [];
  const first = reading.length > LONG_GROUP ? reading.length - LONG_GROUP : 1;
  for (let inside = first; inside < reading.length; inside++) starts.push(inside);
  if (first === 1) return starts;
  for (const { needle, pos } of [...index.values()].flat()) {
    const inside = pos === 0 ? reading.indexOf(needle.chars) : -1;
    if (inside > 0 && inside < first) starts.push(inside);
  }
  return starts;
}

/** Whole digits of four or more and long trailing parts may begin inside digits; right-to-left names behind a prefix. */
function mayBeginInside({ needle, pos }: PatternStart, reading: string, inside: number): boolean {
  if (isRtl(reading)) return pos === 0 && inside <= 2;
  if (!needle.isDigits || needle.chars.length < PARTIAL_MIN) return false;
  return pos === 0 || needle.chars.length - pos >= INSIDE_MIN;
}

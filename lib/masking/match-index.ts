import { type Needle, PARTIAL_MIN } from "./needles";

/** Ordinary words within a value that is said in pieces from turn to turn. */
export const GAP_WORDS_ACROSS = 16;
/** Shorter digits are found across ordinary words by chance. */
const GAP_DIGITS_MIN = 6;
/** The longest trailing part that is looked for; numbers that people say are not longer. */
const TRAILING_MAX = 32;
/** Steps for one start; ordinary text needs tens. Beyond it what follows is withheld, as speech never gets there. */
export const MAX_STEPS = 600;
/** Shorter beginnings than this match nothing: a value has three characters or more, a telling part of it four. */
export const HEAD = 3;

/** `order` is the place among all starts: those of one place in a text are tried in this order. */
export type Start = { needle: Needle; pos: number; order: number };

/** Needles by the first three characters that can begin a match: of a whole one, or of one of its trailing parts. */
export type NeedleIndex = {
  readonly starts: ReadonlyMap<string, readonly Start[]>;
  /** Beginnings of one and two characters, so that the readings of a place are followed no further than they lead. */
  readonly beginnings: ReadonlySet<string>;
  /** Whole values, for what is looked for inside a long group of digits. */
  readonly needles: readonly Needle[];
  /** May ordinary words lie between the pieces of a value in one text? */
  readonly gaps: boolean;
};

export function indexNeedles(needles: readonly Needle[]): NeedleIndex {
  const starts = new Map<string, Start[]>();
  const beginnings = new Set<string>();
  let order = 0;
  const add = (needle: Needle, pos: number) => {
    const head = needle.chars.slice(pos, pos + HEAD);
    for (let n = 1; n < head.length; n++) beginnings.add(head.slice(0, n));
    const same = starts.get(head);
    const start = { needle, pos, order: order++ };
    if (same === undefined) starts.set(head, [start]);
    else same.push(start);
  };
  for (const needle of needles) {
    add(needle, 0);
    if (!needle.partial) continue;
    const { length } = needle.chars;
    for (let pos = Math.max(1, length - TRAILING_MAX); pos <= length - PARTIAL_MIN; pos++) add(needle, pos);
  }
  return { starts, beginnings, needles, gaps: needles.some(isGapped) };
}

/** May ordinary words lie between the pieces of this value? */
export const isGapped = ({ digits, chars }: Needle): boolean => digits && chars.length >= GAP_DIGITS_MIN;

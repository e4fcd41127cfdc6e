import { PARTIAL_MIN, type SearchPattern } from "./search-patterns";

/** Most ordinary words between the pieces of a value that is split over turns. */
export const GAP_WORDS_ACROSS_TURNS = 16;
/** Shorter digits match across ordinary words by chance. */
const GAP_DIGITS_MIN = 6;
/** Longest trailing part to search for; spoken numbers are not longer. */
const TRAILING_MAX = 32;
/** Most steps for one start. Ordinary text needs tens; beyond the limit the following text is withheld. */
export const MAX_STEPS = 600;
/** Characters by which starts are indexed. A value has at least three characters, a distinctive part of it four. */
export const HEAD_LENGTH = 3;

/** A character of a pattern at which a match can start. Starts at the same place in a text are tried by `order`. */
export type PatternStart = { needle: SearchPattern; pos: number; order: number };

/** Patterns by the first three characters of a match: of the whole pattern, or of one of its trailing parts. */
export type SearchIndex = {
  readonly starts: ReadonlyMap<string, readonly PatternStart[]>;
  /** Prefixes of one and two characters, so that hopeless readings are dropped early. */
  readonly beginnings: ReadonlySet<string>;
  /** All patterns, for the search inside a long group of digits. */
  readonly needles: readonly SearchPattern[];
  /** Whether any pattern allows ordinary words between its pieces within one text. */
  readonly gaps: boolean;
};

export function buildSearchIndex(needles: readonly SearchPattern[]): SearchIndex {
  const starts = new Map<string, PatternStart[]>();
  const beginnings = new Set<string>();
  let order = 0;
  const add = (needle: SearchPattern, pos: number) => {
    const head = needle.chars.slice(pos, pos + HEAD_LENGTH);
    for (let n = 1; n < head.length; n++) beginnings.add(head.slice(0, n));
    const bucket = starts.get(head);
    const start = { needle, pos, order: order++ };
    if (bucket === undefined) starts.set(head, [start]);
    else bucket.push(start);
  };
  for (const needle of needles) {
    add(needle, 0);
    if (!needle.allowsPartial) continue;
    const { length } = needle.chars;
    for (let pos = Math.max(1, length - TRAILING_MAX); pos <= length - PARTIAL_MIN; pos++) add(needle, pos);
  }
  return { starts, beginnings, needles, gaps: needles.some(allowsGaps) };
}

/** Whether ordinary words may stand between the pieces of this value. */
export const allowsGaps = ({ isDigits, chars }: SearchPattern): boolean =>
  isDigits && chars.length >= GAP_DIGITS_MIN;

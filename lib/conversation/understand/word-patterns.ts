/**
 * Patterns of words, matched without regular expressions so that the time is bounded by tokens × pattern, whatever is
 * said. A pattern is words separated by blanks: `a|b` is one of several (`_` joins the words of one alternative), a
 * trailing `?` makes a word optional, and `~2` skips up to two words.
 */
type Slot = { alternatives: readonly (readonly string[])[]; optional: boolean; skips: number };
type WordPattern = readonly Slot[];

function slotOf(source: string): Slot {
  if (source.startsWith("~")) return { alternatives: [], optional: true, skips: Number(source.slice(1)) };
  const optional = source.endsWith("?");
  const words = optional ? source.slice(0, -1) : source;
  return { alternatives: words.split("|").map((one) => one.split("_")), optional, skips: 0 };
}

/** Reads patterns; `{name}` stands for the words of `groups`. */
const wordPatterns = (
  sources: readonly string[],
  groups: Readonly<Record<string, string>> = {},
): readonly WordPattern[] =>
  sources.map((source) =>
    source
      .replace(/\{(\w+)\}/g, (_, name: string) => groups[name] ?? "")
      .split(" ")
      .map(slotOf),
  );

function afterSlot(tokens: readonly string[], at: number, { alternatives, optional, skips }: Slot): number[] {
  const ends = alternatives
    .filter((words) => words.every((word, i) => tokens[at + i] === word))
    .map((words) => at + words.length);
  const skipped = Array.from({ length: skips }, (_, n) => at + n + 1).filter((end) => end <= tokens.length);
  return [...(optional ? [at] : []), ...ends, ...skipped];
}

/** Every place where the pattern can end that begins at token `at`. */
function endsOf(pattern: WordPattern, tokens: readonly string[], at: number): ReadonlySet<number> {
  let places = new Set([at]);
  for (const slot of pattern) {
    places = new Set([...places].flatMap((place) => afterSlot(tokens, place, slot)));
    if (places.size === 0) break;
  }
  return places;
}

/** Patterns by the word that they can begin with, so that most of them are never tried. */
export type PatternIndex = ReadonlyMap<string, readonly WordPattern[]>;

function firstWordsOf(pattern: WordPattern): Set<string> {
  const words = new Set<string>();
  for (const { alternatives, optional, skips } of pattern) {
    if (skips > 0) throw new Error("A pattern begins with a word.");
    for (const [first] of alternatives) if (first !== undefined) words.add(first);
    if (!optional) break;
  }
  return words;
}

/** Reads patterns, as `wordPatterns` does, and indexes them. */
export function indexPatterns(
  sources: readonly string[],
  groups: Readonly<Record<string, string>> = {},
): PatternIndex {
  const index = new Map<string, WordPattern[]>();
  for (const pattern of wordPatterns(sources, groups))
    for (const word of firstWordsOf(pattern)) index.set(word, [...(index.get(word) ?? []), pattern]);
  return index;
}

/** Matches patterns in the words of one clause, and looks nowhere twice. */
export type ClauseReader = {
  readonly tokens: readonly string[];
  /** Every place behind `at` where one of the patterns can end that begins there. */
  endsAt(index: PatternIndex, at: number): readonly number[];
  /** Every place that can be reached from `at` by at most `most` of the patterns, one behind the other. */
  placesBehind(index: PatternIndex, at: number, most: number): ReadonlySet<number>;
};

export function readClause(tokens: readonly string[]): ClauseReader {
  const known = new Map<PatternIndex, Map<number, readonly number[]>>();
  const search = (index: PatternIndex, at: number): number[] => {
    const patterns = index.get(tokens[at] ?? "") ?? [];
    const ends = new Set(patterns.flatMap((pattern) => [...endsOf(pattern, tokens, at)]));
    return [...ends].filter((end) => end > at);
  };
  const endsAt = (index: PatternIndex, at: number): readonly number[] => {
    const ofIndex = known.get(index) ?? new Map<number, readonly number[]>();
    known.set(index, ofIndex);
    const ends = ofIndex.get(at) ?? search(index, at);
    ofIndex.set(at, ends);
    return ends;
  };
  return {
    tokens,
    endsAt,
    placesBehind(index, at, most) {
      const reached = new Set([at]);
      let fresh = [at];
      for (let n = 0; n < most && fresh.length > 0; n++) {
        const next = new Set(fresh.flatMap((place) => endsAt(index, place)));
        fresh = [...next].filter((place) => !reached.has(place));
        for (const place of fresh) reached.add(place);
      }
      return reached;
    },
  };
}

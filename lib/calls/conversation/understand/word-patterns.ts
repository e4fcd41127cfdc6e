import { newNode, type PatternNode, WordAutomaton } from "./word-automaton";

/**
 * Patterns of words, matched without regular expressions in linear time for every input. A pattern is words
 * separated by spaces: `a
 * b` is an alternative (`_` joins the words of one), a trailing `?` makes a word optional, and `~2` skips up
 * to two words.
 */
export type PatternIndex = WordAutomaton;

/** Leads from a node over words, one behind the other, to another node. */
function lead(from: PatternNode, words: readonly string[], to: PatternNode): void {
  const last = words.length - 1;
  let node = from;
  for (const [n, word] of words.entries()) {
    const next = n === last ? to : newNode();
    node.on.set(word, [...(node.on.get(word) ?? []), next]);
    node = next;
  }
}

/** Leads from a node over any `most` words or fewer to another node. */
function skip(from: PatternNode, maxWords: number, to: PatternNode): void {
  let node = from;
  for (let n = 0; n < maxWords; n++) {
    const next = newNode();
    node.alternatives.push(to);
    node.anyWord.push(next);
    node = next;
  }
  node.alternatives.push(to);
}

/** Adds one part of a pattern behind a node; answers the node behind it. */
function addPart(from: PatternNode, part: string): PatternNode {
  const to = newNode();
  if (part.startsWith("~")) {
    skip(from, Number(part.slice(1)), to);
    return to;
  }
  const isOptional = part.endsWith("?");
  for (const words of (isOptional ? part.slice(0, -1) : part).split("|")) lead(from, words.split("_"), to);
  if (isOptional) from.alternatives.push(to);
  return to;
}

function startOf(pattern: string): PatternNode {
  if (pattern.startsWith("~")) throw new Error("A pattern begins with a word.");
  const start = newNode();
  pattern.split(" ").reduce(addPart, start).isEnd = true;
  return start;
}

/** Reads patterns; `{name}` stands for the words of `groups`. */
export const indexPatterns = (
  sources: readonly string[],
  groups: Readonly<Record<string, string>> = {},
): PatternIndex =>
  new WordAutomaton(
    sources.map((source) => startOf(source.replace(/\{(\w+)\}/g, (_, name: string) => groups[name] ?? ""))),
  );

/** Matches patterns in the words of one clause, and looks nowhere twice. */
export type ClauseReader = {
  readonly tokens: readonly string[];
  /** Every place behind `at` where one of the patterns can end that begins there. */
  endsAt(index: PatternIndex, at: number): readonly number[];
  /** Every place that can be reached from `at` by at most `most` of the patterns, one behind the other. */
  positionsAfter(index: PatternIndex, at: number, maxWords: number): ReadonlySet<number>;
};

export function readClause(tokens: readonly string[]): ClauseReader {
  const cache = new Map<PatternIndex, Map<number, readonly number[]>>();
  const endsAt = (index: PatternIndex, at: number): readonly number[] => {
    const ofIndex = cache.get(index) ?? new Map<number, readonly number[]>();
    cache.set(index, ofIndex);
    const ends = ofIndex.get(at) ?? index.endsAt(tokens, at);
    ofIndex.set(at, ends);
    return ends;
  };
  return {
    tokens,
    endsAt,
    positionsAfter(index, at, maxWords) {
      const reached = new Set([at]);
      let fresh = [at];
      for (let n = 0; n < maxWords && fresh.length > 0; n++) {
        const next = new Set(fresh.flatMap((place) => endsAt(index, place)));
        fresh = [...next].filter((place) => !reached.has(place));
        for (const place of fresh) reached.add(place);
      }
      return reached;
    },
  };
}

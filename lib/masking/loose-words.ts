import { type Reading, spanOf } from "./document";
import type { Lattice } from "./lattice";
import { type Sentence, sentences } from "./sentences";
import { tokenize } from "./tokens";
import type { MaskVariable, Span } from "./turn";

const WORD_MIN = 3;
/** So many of a value's words in one sentence are the value, in another order or with other words between. */
const WORDS_ENOUGH = 2;

/** The words of a text's value: those that count, and those that are masked beside them ("2", "of" stays). */
function wordsOfValue(value: string): { counting: Set<string>; all: Set<string> } {
  const counting = new Set<string>();
  const all = new Set<string>();
  for (const { kind, text, info } of tokenize(value)) {
    if (kind === "punct" || info?.stopWord) continue;
    all.add(text);
    if (kind === "word" && text.length >= WORD_MIN && !info?.smallTalk && !info?.agreement)
      counting.add(text);
  }
  return { counting, all };
}

/**
 * Where the words of a text's value stand together in a sentence though not as the value is written: "diabetes,
 * type two" for "type 2 diabetes". All words of the value in that sentence are the variable's.
 */
export function looseSpans(variable: MaskVariable, value: unknown, readings: readonly Reading[]): Span[] {
  if (variable.type !== "string" || typeof value !== "string") return [];
  const { counting, all } = wordsOfValue(value);
  if (counting.size < WORDS_ENOUGH) return [];
  const spans: Span[] = [];
  const look = ({ turn }: Reading, part: string, lattice: Lattice) => {
    for (const sentence of sentences(lattice)) {
      if (!holdsEnough(lattice, sentence, counting)) continue;
      for (let at = sentence.from; at < sentence.to; at++) {
        if (isOneOf(lattice, at, all)) spans.push(spanOf(turn, part, lattice, at, at + 1, variable.name));
      }
    }
  };
  for (const reading of readings) {
    if (reading.text !== undefined) look(reading, "text", reading.text);
    for (const { part, lattice } of reading.tool) look(reading, part, lattice);
  }
  return spans;
}

function holdsEnough(lattice: Lattice, { from, to }: Sentence, counting: ReadonlySet<string>): boolean {
  const held = new Set<string>();
  for (let at = from; at < to && held.size < WORDS_ENOUGH; at++) {
    const text = lattice.tokens[at]?.text;
    if (text !== undefined && counting.has(text)) held.add(text);
  }
  return held.size >= WORDS_ENOUGH;
}

/** A word of the value, or a number of it in words. */
const isOneOf = (lattice: Lattice, at: number, all: ReadonlySet<string>): boolean =>
  all.has(lattice.tokens[at]?.text ?? "") ||
  (lattice.edges[at]?.some((edge) => edge.digits && all.has(edge.reading)) ?? false);

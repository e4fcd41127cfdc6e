import type { Lattice } from "./lattice";
import { type ParsedTurn, spanOf } from "./parse-turns";
import { type Sentence, splitSentences } from "./sentences";
import { tokenize } from "./tokens";
import type { MaskVariable, Span } from "./turn";

const WORD_MIN = 3;
/** This many of a value's words in one sentence reveal the value, in any order and with other words between them. */
const WORDS_ENOUGH = 2;

/** The words of a text value: those that count as evidence, and all that are masked with them ("2", but not "of"). */
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
 * Finds the words of a text value in sentences that contain several of them, but not as the value is written: "diabetes,
 * type two" for "type 2 diabetes". All words of the value in such a sentence are spans.
 */
export function findScatteredWordSpans(
  variable: MaskVariable,
  value: unknown,
  readings: readonly ParsedTurn[],
): Span[] {
  if (variable.type !== "string" || typeof value !== "string") return [];
  const { counting, all } = wordsOfValue(value);
  if (counting.size < WORDS_ENOUGH) return [];
  const spans: Span[] = [];
  const look = ({ turn }: ParsedTurn, part: string, lattice: Lattice) => {
    for (const sentence of splitSentences(lattice)) {
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
  const words = new Set<string>();
  for (let at = from; at < to && words.size < WORDS_ENOUGH; at++) {
    const text = lattice.tokens[at]?.text;
    if (text !== undefined && counting.has(text)) words.add(text);
  }
  return words.size >= WORDS_ENOUGH;
}

/** Whether a token is a word of the value, or reads as one of its numbers. */
const isOneOf = (lattice: Lattice, at: number, all: ReadonlySet<string>): boolean =>
  all.has(lattice.tokens[at]?.text ?? "") ||
  (lattice.edges[at]?.some((edge) => edge.isDigits && all.has(edge.reading)) ?? false);

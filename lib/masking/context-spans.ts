import { type Lattice, longestDigitEdge } from "./lattice";
import { isCaller, type ParsedTurn, spanOf } from "./parse-turns";
import { isCommonValue } from "./search-patterns";
import { mentionsTopic, type Sentence, splitSentences, topicOf } from "./sentences";
import { canonicalize } from "./tokens";
import type { MaskVariable, Span, Values } from "./turn";

type Value = Values[string];

/** Whether a value is too common to be searched for in all turns: a boolean, a choice, one or two characters, a common word. */
export function needsContext(variable: MaskVariable, value: Value | undefined): boolean {
  if (variable.type === "boolean" || variable.type === "choice") return true;
  if (variable.type === "date" || variable.type === "time") return false;
  return (typeof value === "string" || typeof value === "number") && isCommonValue(String(value));
}

/** Input for the search by context. Positions are indexes in the list of turns. */
export type ContextFacts = {
  variable: MaskVariable;
  value: Value | undefined;
  /** Numbers of one or two digits in the answers, as the agent reads back earlier answers too. */
  attempts: readonly string[];
  /** Positions of the caller turns that answer the variable's question. */
  answering: ReadonlySet<number>;
  /** The value is known after this position; -1 if the position is unknown. */
  since: number;
};

/**
 * Finds a common value in agent turns by its context: in sentences about the variable, and in read-backs.
 */
export function findContextSpans(facts: ContextFacts, readings: readonly ParsedTurn[]): Span[] {
  const { variable, value, attempts, since } = facts;
  const topic = topicOf(variable);
  const spans: Span[] = [];
  for (const { turn, position, text } of readings) {
    if (text === undefined || position <= since || isCaller(turn)) continue;
    const next = isReadBack(facts, readings, position);
    for (const sentence of splitSentences(text)) {
      if (!next && !mentionsTopic(text, sentence, topic)) continue;
      for (const { from, to } of [value, ...attempts].flatMap((reading) =>
        findExactReadings(text, sentence, reading),
      ))
        spans.push(spanOf(turn, "text", text, from, to, variable.name));
    }
  }
  return spans;
}

/** Whether the last caller turn before `position` is an answer, so that the agent reads it back here. */
export function isReadBack(
  { answering }: Pick<ContextFacts, "answering">,
  readings: readonly ParsedTurn[],
  position: number,
): boolean {
  for (let at = position - 1; at >= 0; at--) {
    const turn = readings[at]?.turn;
    if (turn !== undefined && isCaller(turn)) return answering.has(at);
  }
  return false;
}

/** Finds the whole tokens in a range that read as the value: "2" and "two", but not the 2 of 24. */
export function findExactReadings(
  text: Lattice,
  { from, to }: Sentence,
  value: Value | undefined,
): Sentence[] {
  const chars = canonicalize(String(value ?? ""));
  const sentences: Sentence[] = [];
  if (chars === "") return sentences;
  for (let at = from; at < to; at++) {
    const digits = longestDigitEdge(text, at);
    const length = digits?.reading === chars ? digits.length : sameWords(text, at, chars);
    if (length > 0) sentences.push({ from: at, to: at + length });
    at += Math.max(length, digits?.length ?? 1) - 1;
  }
  return sentences;
}

/** The number of tokens from `at` that together read as `chars`; 0 if they do not. */
function sameWords(text: Lattice, at: number, chars: string): number {
  // Otherwise a long row of punctuation would be read again from each mark.
  if (text.tokens[at]?.kind === "punct") return 0;
  let read = "";
  for (let i = at; i < text.tokens.length && read.length < chars.length; i++) {
    const token = text.tokens[i];
    if (token !== undefined && token.kind !== "punct") read += token.text;
    if (read === chars) return i + 1 - at;
  }
  return 0;
}

import { isCaller, type Reading, spanOf } from "./document";
import { type Lattice, longestDigits } from "./lattice";
import { isCommon } from "./needles";
import { type Sentence, sentences, speaksOf, topicOf } from "./sentences";
import { canonical } from "./tokens";
import type { MaskVariable, Span, Values } from "./turn";

type Value = Values[string];

/** Values that cannot be looked for everywhere: yes and no, choices, one or two characters, common words. */
export function needsContext(variable: MaskVariable, value: Value | undefined): boolean {
  if (variable.type === "boolean" || variable.type === "choice") return true;
  if (variable.type === "date" || variable.type === "time") return false;
  return (typeof value === "string" || typeof value === "number") && isCommon(String(value));
}

/** What is known of a variable when its context is read. Positions are places in the list of turns. */
export type ContextFacts = {
  variable: MaskVariable;
  value: Value | undefined;
  /** Numbers of one or two digits in its answers: an earlier answer is read back too. */
  tried: readonly string[];
  /** Caller turns that answer it. */
  answering: ReadonlySet<number>;
  /** From here on the value is known; -1 when that is not known. */
  since: number;
};

/**
 * Where a value comes out in agent turns that only its context tells: the number or the common word alone, in a
 * sentence that speaks of the variable and in a read-back.
 */
export function contextSpans(facts: ContextFacts, readings: readonly Reading[]): Span[] {
  const { variable, value, tried, since } = facts;
  const topic = topicOf(variable);
  const spans: Span[] = [];
  for (const { turn, position, text } of readings) {
    if (text === undefined || position <= since || isCaller(turn)) continue;
    const next = isReadBack(facts, readings, position);
    for (const sentence of sentences(text)) {
      if (!next && !speaksOf(text, sentence, topic)) continue;
      for (const { from, to } of [value, ...tried].flatMap((said) => sayings(text, sentence, said)))
        spans.push(spanOf(turn, "text", text, from, to, variable.name));
    }
  }
  return spans;
}

/** Was the caller's last turn before this one an answer? Then the agent says back here what it heard. */
export function isReadBack(
  { answering }: Pick<ContextFacts, "answering">,
  readings: readonly Reading[],
  position: number,
): boolean {
  for (let at = position - 1; at >= 0; at--) {
    const turn = readings[at]?.turn;
    if (turn !== undefined && isCaller(turn)) return answering.has(at);
  }
  return false;
}

/** Whole tokens of a range that read as the value: "2" and "two", not the 2 of 24. */
export function sayings(text: Lattice, { from, to }: Sentence, value: Value | undefined): Sentence[] {
  const chars = canonical(String(value ?? ""));
  const found: Sentence[] = [];
  if (chars === "") return found;
  for (let at = from; at < to; at++) {
    const digits = longestDigits(text, at);
    const length = digits?.reading === chars ? digits.length : sameWords(text, at, chars);
    if (length > 0) found.push({ from: at, to: at + length });
    at += Math.max(length, digits?.length ?? 1) - 1;
  }
  return found;
}

/** How many words from `at` on are together `chars`; 0 when they are not. */
function sameWords(text: Lattice, at: number, chars: string): number {
  // Without this a long row of marks would be read again from each of them.
  if (text.tokens[at]?.kind === "punct") return 0;
  let read = "";
  for (let i = at; i < text.tokens.length && read.length < chars.length; i++) {
    const token = text.tokens[i];
    if (token !== undefined && token.kind !== "punct") read += token.text;
    if (read === chars) return i + 1 - at;
  }
  return 0;
}

import type { ModelVariable } from "../model-contract";
import type { Phrases } from "./phrases";
import { phrasesFor } from "./phrases-for";
import { type Token, tokensOf } from "./tokens";

export type Value = string | number | boolean;

/** The variable of the question: the fields needed to understand an answer. */
export type QuestionVariable = Pick<ModelVariable, "name" | "type" | "description" | "choices">;

/** A value and where it was said: offsets into the text, end exclusive. */
export type ValueMatch = { value: Value; start: number; end: number };

/** An utterance, made ready once and then read by each type. */
export type ParsedUtterance = {
  /** As said, with straight apostrophes; offsets count in it. */
  text: string;
  lower: string;
  tokens: Token[];
  /** The caller's wall clock, in the UTC fields of the date. */
  now: Date;
  language: string;
  phrases: Phrases;
  /** The utterance answers a question of this type, so that weak evidence ("24", "at 3") counts. */
  isAnswer: boolean;
};

// Longer speech is no answer to a question; what stands beyond is not looked at, so that no text costs much.
const MAX_HEARD_CHARS = 2_000;

export function parseUtterance(text: string, now: Date, isAnswer: boolean, language = "en"): ParsedUtterance {
  const limited = text.slice(0, MAX_HEARD_CHARS).replace(/[\u2018\u2019\u02bc]/g, "'");
  return {
    text: limited,
    lower: lowerOf(limited),
    tokens: tokensOf(limited),
    now,
    language,
    phrases: phrasesFor(language),
    isAnswer,
  };
}

/** The same utterance with a span blanked, so that another type does not read it again. */
export function excludeSpans(
  utterance: ParsedUtterance,
  spans: readonly { start: number; end: number }[],
): ParsedUtterance {
  let text = utterance.text;
  // A sign that belongs to no value and separates: what stands before and after must not grow together.
  for (const { start, end } of spans) text = text.slice(0, start) + "|".repeat(end - start) + text.slice(end);
  return { ...utterance, text, lower: lowerOf(text), tokens: tokensOf(text) };
}

/** Lower case of the same length: a few letters grow when lowered, and offsets must hold. */
function lowerOf(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : [...text].map((c) => (c.toLowerCase().length === c.length ? c.toLowerCase() : c)).join("");
}

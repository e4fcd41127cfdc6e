import type { ModelVariable } from "../model-contract";
import type { Phrases } from "./phrases";
import { phrasesFor } from "./phrases-for";
import { type Token, tokensOf } from "./tokens";

export type Value = string | number | boolean;

/** What is asked for: enough of a variable to understand an answer to it. */
export type Asked = Pick<ModelVariable, "name" | "type" | "description" | "choices">;

/** A value and where it was said: offsets into the text, end exclusive. */
export type Found = { value: Value; start: number; end: number };

/** An utterance, made ready once and then read by each type. */
export type Heard = {
  /** As said, with straight apostrophes; offsets count in it. */
  text: string;
  lower: string;
  tokens: Token[];
  /** The caller's wall clock, in the UTC fields of the date. */
  now: Date;
  language: string;
  phrases: Phrases;
  /** The utterance answers a question of this type, so that weak evidence ("24", "at 3") counts. */
  asked: boolean;
};

// Longer speech is no answer to a question; what stands beyond is not looked at, so that no text costs much.
const MAX_HEARD_CHARS = 2_000;

export function hear(text: string, now: Date, asked: boolean, language = "en"): Heard {
  const said = text.slice(0, MAX_HEARD_CHARS).replace(/[\u2018\u2019\u02bc]/g, "'");
  return {
    text: said,
    lower: lowerOf(said),
    tokens: tokensOf(said),
    now,
    language,
    phrases: phrasesFor(language),
    asked,
  };
}

/** The same utterance with a span blanked, so that another type does not read it again. */
export function without(heard: Heard, spans: readonly { start: number; end: number }[]): Heard {
  let text = heard.text;
  // A sign that belongs to no value and separates: what stands before and after must not grow together.
  for (const { start, end } of spans) text = text.slice(0, start) + "|".repeat(end - start) + text.slice(end);
  return { ...heard, text, lower: lowerOf(text), tokens: tokensOf(text) };
}

/** Lower case of the same length: a few letters grow when lowered, and offsets must hold. */
function lowerOf(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : [...text].map((c) => (c.toLowerCase().length === c.length ? c.toLowerCase() : c)).join("");
}

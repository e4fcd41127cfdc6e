import { type MessageParams, type PlaceholderOf, writeSentence } from "./reason-table";

type Written = { sentence: string; params: MessageParams };

const written = new Map<string, Written>();

/**
 * A sentence of `field-sentences.ts` with its parameters in place, for a schema. Schemas are built once, so that the number of
 * sentences is bounded by that of the schemas.
 */
export function writeFieldSentence<Sentence extends string>(
  sentence: Sentence,
  params: { readonly [Name in PlaceholderOf<Sentence>]: string | number },
): string {
  const text = writeSentence({ message: sentence }, params);
  written.set(text, { sentence, params });
  return text;
}

/** The sentence and the parameters of a text that a schema has written; undefined for any other text. */
export const writtenFieldSentence = (text: string): Written | undefined => written.get(text);

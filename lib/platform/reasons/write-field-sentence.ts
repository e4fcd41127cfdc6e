import { type MessageParams, type PlaceholderOf, writeSentence } from "./reason-table";

type SentenceParts = { sentence: string; params: MessageParams };

const partsByText = new Map<string, SentenceParts>();

/**
 * A sentence of `field-sentences.ts` with its parameters in place, for a schema. Schemas are built once, so that the number of
 * sentences is bounded by that of the schemas.
 */
export function writeFieldSentence<Sentence extends string>(
  sentence: Sentence,
  params: { readonly [Name in PlaceholderOf<Sentence>]: string | number },
): string {
  const text = writeSentence({ message: sentence }, params);
  partsByText.set(text, { sentence, params });
  return text;
}

/** The sentence and the parameters of a text of `writeFieldSentence`; undefined for any other text. */
export const parseFieldSentence = (text: string): SentenceParts | undefined => partsByText.get(text);

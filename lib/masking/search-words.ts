import { lookUpWord } from "./word-info";

/** A longer "word" is noise (a URL, a token) that only enlarges the index. */
const WORD_MAX = 64;

const MASK = /\[[a-z][a-z0-9_]*\]/g;

/**
 * The distinct words of a masked text for the search index: NFKC, lower case, in order of appearance, without stop
 * words and masks. The same function reads a query.
 */
export function extractSearchWords(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text
    .replace(MASK, " ")
    .normalize("NFKC")
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)) {
    if (word.length <= WORD_MAX && lookUpWord(word)?.stopWord !== true) words.add(word);
  }
  return [...words];
}

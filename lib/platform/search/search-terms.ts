import { foldWords } from "@/lib/platform/fold-words";
import { ID_PREFIXES, type IdPrefix, idRange } from "@/lib/platform/id-format";

/** Most words of a search. A longer text is no name. */
const MAX_WORDS = 10;

/** A search text, and what it can mean. */
export type SearchTerms = {
  text: string;
  /** Words without case and accents. Empty for an identifier. */
  words: readonly string[];
  /** The identifiers that begin with the text; null for a text that is not the beginning of one. */
  ids: { prefix: IdPrefix; from: string; to: string } | null;
};

/**
 * An identifier begins with its time. Its first six characters are a quarter of an hour, so that a search reads few of the
 * rows of one kind, which can be in another environment.
 */
const ID_START = /^([a-z]{2,4})_([0-9a-z]{6,26})$/;

/** Parses a search text: the beginning of an identifier, or words. */
export function parseSearch(q: string): SearchTerms {
  const text = q.trim();
  const [, kind, start = ""] = ID_START.exec(text) ?? [];
  const prefix = ID_PREFIXES.find((candidate) => candidate === kind);
  if (prefix !== undefined) return { text, words: [], ids: { prefix, ...idRange(prefix, start) } };
  return { text, words: foldWords(text).slice(0, MAX_WORDS), ids: null };
}

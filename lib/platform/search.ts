import type { Ctx } from "@/lib/platform/context";
import type { Select } from "@/lib/platform/db/read";
import { foldWords } from "@/lib/platform/fold-words";
import { ID_PREFIXES, type IdPrefix, idRange } from "@/lib/platform/ids";

/** Results of one kind: as many as fit below each other in the command palette. */
export const MAX_HITS = 5;
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

/** A record that a search found, as its list shows it. */
export type SearchHit = { id: string; title: string; subtitle: string | null; at: string };

/** The search of one kind of record: its query, and how the rows are shown. */
export type RecordSearch = {
  query: Select<object>;
  present(rows: readonly object[]): SearchHit[] | Promise<SearchHit[]>;
};

/** Builds a search, for which `present` receives the rows of `query`. */
export const recordSearch = <Row extends object>(
  query: Select<Row>,
  present: (rows: readonly Row[]) => SearchHit[] | Promise<SearchHit[]>,
): RecordSearch => ({ query, present: (rows) => present(rows as readonly Row[]) });

/** Searches one kind of record. Null if the text cannot mean such a record. */
export type Searcher = (ctx: Ctx, terms: SearchTerms) => RecordSearch | null | Promise<RecordSearch | null>;

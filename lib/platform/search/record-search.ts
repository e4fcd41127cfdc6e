import type { Ctx } from "@/lib/platform/context";
import type { Select } from "@/lib/platform/db/read";
import type { SearchTerms } from "./search-terms";

/** Results of one kind: as many as fit below each other in the command palette. */
export const MAX_HITS = 5;
/** A record that a search found, as its list shows it. `agent_id`: the agent that it belongs to, if its page lies below it. */
export type SearchHit = {
  id: string;
  title: string;
  subtitle: string | null;
  at: string;
  agent_id?: string;
};

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

import { z } from "zod";
import { id, Time, text } from "@/lib/platform/schema";

/** Longer than any name and number. */
const MAX_SEARCH = 200;

/** The kinds of records that a search finds, in the order of the results. */
export const SEARCH_KINDS = ["agent", "call", "contact", "campaign", "suite", "member"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Words of a name, a whole number, or the beginning of an id. A text without any finds nothing. */
export const Search = z.strictObject({ q: text(MAX_SEARCH).default("") });
export type Search = z.output<typeof Search>;

const SearchResult = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  id: z.string(),
  /** The name. For a call the number of the other side, and for a contact without a name its number. */
  title: z.string(),
  /** The status of an agent or a campaign, the agent of a call or a suite, a contact's number, a member's address. */
  subtitle: z.string().nullable(),
  /** When the record was created. */
  at: Time,
  /** The agent of a suite. */
  agent_id: id("agt").optional(),
});
/** At most five results of each kind, newest first. */
export const SearchResults = z.strictObject({ data: z.array(SearchResult) });
export type SearchResults = z.output<typeof SearchResults>;

/** As many as one page of the audit log has. */
const MAX_RECORD_NAMES = 100;
/** Longer than any ID. */
const MAX_ID_CHARS = 40;

/** `ids`: IDs of records separated by commas. */
export const RecordNamesQuery = z.strictObject({
  ids: z
    .string()
    .max(MAX_RECORD_NAMES * MAX_ID_CHARS)
    .default("")
    .transform((all) => (all === "" ? [] : all.split(",")))
    .pipe(z.array(text(MAX_ID_CHARS)).max(MAX_RECORD_NAMES)),
});

/** The names of records, or the number of a contact without a name. */
export const RecordNames = z.strictObject({
  data: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});
export type RecordNames = z.output<typeof RecordNames>;

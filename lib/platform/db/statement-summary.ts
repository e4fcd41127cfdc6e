import type { Statement } from "./batch";

/** Operation and table of a statement: for spans, metrics and the log. Neither contains a value. */
export type StatementSummary = { readonly operation: string; readonly table: string };

/** Summaries in memory; dynamic filters produce some hundreds of statements. */
const MEMO_LIMIT = 5_000;
const summaries = new Map<string, StatementSummary>();

const OPERATION = /^\s*(select|insert|update|delete|with|merge)\b/i;
/** The first table that the statement writes to or reads from. Functions have a parenthesis behind their name. */
const TABLE = /\b(?:insert into|update|delete from|from)\s+"?([a-z_][a-z0-9_]{0,62})\b"?(?!\s*\()/i;
const FUNCTION = /^\s*select\s+(?:\w+\.)?([a-z_][a-z0-9_]{0,62})\(/i;
const FROM_FUNCTION = /\bfrom\s+([a-z_][a-z0-9_]{0,62})\(/i;
const OTHER = "other";

function parse(text: string): StatementSummary {
  const operation = OPERATION.exec(text)?.[1]?.toLowerCase() ?? OTHER;
  const match = TABLE.exec(text) ?? FUNCTION.exec(text) ?? FROM_FUNCTION.exec(text);
  const table = match?.[1] ?? "";
  return { operation, table: table.toLowerCase() };
}

/** The operation and the table of a statement: `insert`, `calls`. The table is empty if the statement names none. */
export function summaryOf({ name, text }: Pick<Statement, "name" | "text">): StatementSummary {
  let summary = summaries.get(name);
  if (summary === undefined) {
    if (summaries.size >= MEMO_LIMIT) summaries.clear();
    summary = parse(text);
    summaries.set(name, summary);
  }
  return summary;
}

/** The name of a span for a statement, as the semantic conventions form it: `INSERT calls`. */
export const spanNameOf = ({ operation, table }: StatementSummary): string =>
  `${operation.toUpperCase()}${table === "" ? "" : ` ${table}`}`;

const LITERAL = /'(?:[^']|'')*(?:'|$)/g;
/** The beginning of a statement identifies it; the longest have 10,000 letters. */
const MAX_TEXT = 1_000;

/** A statement's text for the log. Values are parameters and not part of it; constants in quotes are replaced as well. */
export const loggableText = (text: string): string => text.slice(0, MAX_TEXT).replaceAll(LITERAL, "'?'");

/** Rules of a migration that runs beside other processes. docs/decisions/0091 has the way to do each of them. */
export type Rule =
  | "no-kind"
  | "removes"
  | "required-column"
  | "rewrites-table"
  | "scans-table"
  | "blocks-writes"
  | "changes-rows"
  | "rows-in-do"
  | "definitions-in-do"
  | "narrows"
  | "index-in-transaction"
  | "sets-timeout";

export const RULES: Record<Rule, string> = {
  "no-kind": "The first line says `-- expand` or `-- contract: needs <migration>`.",
  removes:
    "It removes or renames what the former release uses. Do this in a contract migration of a later release.",
  "required-column":
    "The former release inserts rows without the new column. Add it with a default, or without NOT NULL.",
  "rewrites-table":
    "It writes the whole table again, which nothing can read meanwhile. Add a column and fill it with a backfill.",
  "scans-table":
    "It reads the whole table, which nothing can write meanwhile. Add the constraint with NOT VALID, and VALIDATE it in the next migration.",
  "blocks-writes":
    "Nothing can write the table until the index is built. Begin a separate migration with `-- expand, outside a transaction` and use CREATE INDEX CONCURRENTLY.",
  "changes-rows": "It changes rows of a large table in one transaction. Use a backfill.",
  "rows-in-do": "Row-level security hides the rows from a DO block. Use a statement that begins a line.",
  "definitions-in-do":
    "The locks of a DO block that changes definitions cannot be read. Name them on a line: `-- locks: <table> <MODE>, <table> <MODE>`, or `-- locks: none`.",
  narrows:
    "The former release may write or read rows that this refuses. Say in exceptions.ts why it does not, or do this in a contract migration.",
  "index-in-transaction":
    "CREATE INDEX CONCURRENTLY is the only statement of a migration with `-- expand, outside a transaction`.",
  "sets-timeout": "The migrator sets lock_timeout, and tries again.",
};

import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from "kysely";
import { db } from "./kysely";
import type { TenantDB } from "./tables";

/** Minimum number of rows for which a search for shared values pays off. */
const MIN_ROWS_TO_SHARE = 50;

/** The given columns of a row, with binary values in PostgreSQL's text format. */
function encodeRow(row: Row, columns: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const column of columns) {
    const value = row[column];
    picked[column] = Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value;
  }
  return picked;
}

type Row = Readonly<Record<string, unknown>>;

/** The columns with the same value in every row; none for a few rows, as the search would not pay off. */
function sharedColumns(rows: readonly Row[], columns: readonly string[]): string[] {
  const [first = {}] = rows;
  if (rows.length < MIN_ROWS_TO_SHARE) return [];
  return columns.filter((column) => {
    const value = first[column];
    return !(value instanceof Object) && rows.every((row) => row[column] === value);
  });
}

/**
 * Inserts any number of rows with one statement, so that all batch sizes with the same shared columns use one
 * prepared statement. Values that all rows share are sent and parsed once: the ledger entries of an import
 * differ in little more than their ids. Every row must have the columns of the first. jsonb columns are not
 * supported.
 */
export function insertMany<T extends keyof TenantDB & string>(
  table: T,
  rows: readonly Insertable<TenantDB[T]>[],
): InsertQueryBuilder<TenantDB, T, InsertResult> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof TenantDB[T] & string)[];
  const shared = new Set<string>(sharedColumns(rows as readonly Row[], columns));
  const ownColumns = columns.filter((column) => !shared.has(column));
  const rowsJson = JSON.stringify(rows.map((row) => encodeRow(row as Row, ownColumns)));
  const sharedJson = JSON.stringify(encodeRow((rows[0] ?? {}) as Row, [...shared]));
  const rowsFrom = sql<
    Record<string, never>
  >`json_populate_recordset(null::${sql.table(table)}, ${rowsJson}::json)`;
  const sharedFrom = sql<
    Record<string, never>
  >`json_populate_record(null::${sql.table(table)}, ${sharedJson}::json)`;
  return db
    .insertInto(table)
    .columns(columns as never)
    .expression((eb) =>
      eb
        .selectFrom([rowsFrom.as("r"), sharedFrom.as("s")])
        .select(
          columns.map((column) => sql.ref<never>(`${shared.has(column) ? "s" : "r"}.${column}`).as(column)),
        ),
    ) as never;
}

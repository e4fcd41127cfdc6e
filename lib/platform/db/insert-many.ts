import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from "kysely";
import { db } from "./kysely";
import type { TenantDB } from "./tables";

/** From so many rows on it pays to look what they have in common. */
const MANY = 50;

/** Some of a row's columns, bytes as PostgreSQL reads them from text. */
function plain(row: Row, columns: readonly string[]): Record<string, unknown> {
  const taken: Record<string, unknown> = {};
  for (const column of columns) {
    const value = row[column];
    taken[column] = Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value;
  }
  return taken;
}

type Row = Readonly<Record<string, unknown>>;

/** The columns that have one value in every row. Of a few rows there is nothing to gain. */
function sharedIn(rows: readonly Row[], columns: readonly string[]): string[] {
  const [first = {}] = rows;
  if (rows.length < MANY) return [];
  return columns.filter((column) => {
    const value = first[column];
    return !(value instanceof Object) && rows.every((row) => row[column] === value);
  });
}

/**
 * Inserts any number of rows by one statement, so that it is one prepared statement for every number of rows that
 * share the same columns' values. What all of many rows have in common is sent and read once: a ledger's entries of an
 * import differ in little more than their ids. Each row names the same columns as the first; a jsonb column is not for
 * it.
 */
export function insertMany<T extends keyof TenantDB & string>(
  table: T,
  rows: readonly Insertable<TenantDB[T]>[],
): InsertQueryBuilder<TenantDB, T, InsertResult> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof TenantDB[T] & string)[];
  const shared = new Set<string>(sharedIn(rows as readonly Row[], columns));
  const own = columns.filter((column) => !shared.has(column));
  const text = JSON.stringify(rows.map((row) => plain(row as Row, own)));
  const once = JSON.stringify(plain((rows[0] ?? {}) as Row, [...shared]));
  const from = sql<Record<string, never>>`json_populate_recordset(null::${sql.table(table)}, ${text}::json)`;
  const all = sql<Record<string, never>>`json_populate_record(null::${sql.table(table)}, ${once}::json)`;
  return db
    .insertInto(table)
    .columns(columns as never)
    .expression((eb) =>
      eb
        .selectFrom([from.as("r"), all.as("s")])
        .select(
          columns.map((column) => sql.ref<never>(`${shared.has(column) ? "s" : "r"}.${column}`).as(column)),
        ),
    ) as never;
}

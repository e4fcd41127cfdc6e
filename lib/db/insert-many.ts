import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from "kysely";
import { db } from "./kysely";
import type { TenantDB } from "./tables";

/** Octets as PostgreSQL reads them from text. */
function plain(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value,
    ]),
  );
}

/**
 * Inserts any number of rows by one statement with one parameter, so that it is one prepared statement for every
 * number of rows. Each row names the same columns as the first; a jsonb column is not for it.
 */
export function insertMany<T extends keyof TenantDB & string>(
  table: T,
  rows: readonly Insertable<TenantDB[T]>[],
): InsertQueryBuilder<TenantDB, T, InsertResult> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof TenantDB[T] & string)[];
  const text = JSON.stringify(rows.map((row) => plain(row as Readonly<Record<string, unknown>>)));
  const from = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::${sql.table(table)}, ${text}::jsonb)`;
  return db
    .insertInto(table)
    .columns(columns as never)
    .expression((eb) =>
      eb.selectFrom(from.as("r")).select(columns.map((column) => sql.ref<never>(`r.${column}`).as(column))),
    ) as never;
}

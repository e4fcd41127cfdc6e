import type { ColumnType } from "kysely";

declare const encoded: unique symbol;
/**
 * JSON text that only `json` creates. The type keeps objects and lists from the driver, which would send a
 * list as a PostgreSQL array.
 */
export type JsonText = string & { readonly [encoded]: true };

/** A jsonb column: read as parsed but unvalidated data, written as encoded text. */
export type Json = ColumnType<unknown, JsonText, JsonText>;

/** Encodes a value for a jsonb column. */
export const json = (value: unknown): JsonText => JSON.stringify(value) as JsonText;

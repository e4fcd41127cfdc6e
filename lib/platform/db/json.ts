import type { ColumnType } from "kysely";

declare const encoded: unique symbol;
/** JSON text, made by `json` alone: so an object or a list never reaches the driver, which would take a list for a PostgreSQL array. */
export type JsonText = string & { readonly [encoded]: true };

/** A jsonb column: read as parsed but unchecked data, written as encoded text. */
export type Json = ColumnType<unknown, JsonText, JsonText>;

/** Encodes a value for a jsonb column. */
export const json = (value: unknown): JsonText => JSON.stringify(value) as JsonText;

import type { Compilable } from "kysely";
import { statement } from "./batch";
import { createQueryBuilder } from "./kysely";
import { type Rows, sendBatch } from "./read";
import type { IdentityDB } from "./tables";

/**
 * Builds queries on tables that are read before a workspace is known. Only lib/identity/auth may import this
 * file.
 */
export const identityDb = createQueryBuilder<IdentityDB>();

/**
 * No workspace: tables under row-level security return no rows unless a statement of the batch selects one.
 */
const NO_WORKSPACE = "";

/**
 * Sends statements in one transaction and one round trip, outside any workspace. Returns the rows of each.
 */
export async function identityBatch<const Q extends readonly Compilable<unknown>[]>(
  ...queries: Q
): Promise<{ [K in keyof Q]: Rows<Q[K]> }> {
  return (await sendBatch(NO_WORKSPACE, queries.map(statement))) as never;
}

/** Sends one statement outside any workspace. Returns its rows. */
export async function identityQuery<Row>(query: Compilable<Row>): Promise<Row[]> {
  const [rows] = await identityBatch(query);
  return rows as Row[];
}

import type { Compilable } from "kysely";
import { statement } from "./batch";
import { compiler } from "./kysely";
import { type Rows, sendBatch } from "./read";
import type { IdentityDB } from "./tables";

/** Writes the queries of tables that are read before a workspace is known. lib/identity/auth alone may import this file. */
export const identityDb = compiler<IdentityDB>();

/** No workspace: what is under row-level security shows no rows, unless a statement of the batch sets one. */
const NO_WORKSPACE = "";

/** Sends statements in one transaction and one round trip, outside any workspace; answers the rows of each. */
export async function identityBatch<const Q extends readonly Compilable<unknown>[]>(
  ...queries: Q
): Promise<{ [K in keyof Q]: Rows<Q[K]> }> {
  return (await sendBatch(NO_WORKSPACE, queries.map(statement))) as never;
}

/** Sends one statement outside any workspace; answers its rows. */
export async function identityQuery<Row>(query: Compilable<Row>): Promise<Row[]> {
  const [rows] = await identityBatch(query);
  return rows as Row[];
}

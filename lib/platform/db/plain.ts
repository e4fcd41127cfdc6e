import { type Compilable, sql } from "kysely";
import { batchOn, statement } from "./batch";
import { compiler } from "./kysely";
import { pool } from "./pool";
import type { PlainDB } from "./tables";
import { rethrow } from "./unavailable";
import type { RowsOf } from "./write";

/** Writes the queries on the tables and functions that belong to no workspace; `plainBatch` sends them. */
export const plain = compiler<PlainDB>();

/**
 * Sends statements without a workspace, in one transaction and one round trip; answers the rows of each. What
 * row-level security guards shows no row here. A database that cannot be reached becomes `unavailable`.
 */
export async function plainBatch<const Q extends readonly Compilable<unknown>[]>(
  ...queries: Q
): Promise<RowsOf<Q>> {
  try {
    const client = await pool().connect();
    try {
      return (await batchOn(client, queries.map(statement))) as RowsOf<Q>;
    } finally {
      client.release();
    }
  } catch (error) {
    return rethrow(error);
  }
}

/** The ids of all workspaces, for a job that visits each; it then works in each as its tenant. */
export async function workspaceIds(): Promise<string[]> {
  const ids = sql<{ id: string }>`(select workspace_ids() as id)`;
  const [rows] = await plainBatch(plain.selectFrom(ids.as("workspaces")).select("id"));
  return rows.map((row) => row.id);
}

import { type Compilable, sql } from "kysely";
import { originOfJobs } from "@/lib/platform/telemetry";
import { sendBatchOn, statement } from "./batch";
import { beginStatements } from "./begin-statements";
import { createQueryBuilder } from "./kysely";
import { observeStatements } from "./observe-statements";
import { withConnection } from "./pool";
import type { PlainDB } from "./tables";
import { rethrowAsAppError } from "./unavailable";
import type { RowsOf } from "./write-unaudited";

/** Builds queries on tables and functions that belong to no workspace; `plainBatch` sends them. */
export const plain = createQueryBuilder<PlainDB>();

/**
 * Sends statements without a workspace, in one transaction and one round trip. Returns the rows of each.
 * Tables under row-level security return no rows. Throws `unavailable` if the database cannot be reached.
 */
export async function plainBatch<const Q extends readonly Compilable<unknown>[]>(
  ...queries: Q
): Promise<RowsOf<Q>> {
  try {
    const begin = beginStatements(null, originOfJobs(undefined));
    const statements = queries.map(statement);
    const rows = await withConnection((client) =>
      observeStatements(statements, undefined, () => sendBatchOn(client, [...begin, ...statements])),
    );
    return rows.slice(begin.length) as RowsOf<Q>;
  } catch (error) {
    return rethrowAsAppError(error);
  }
}

/** The ids of all workspaces, for jobs that then work in each as its tenant. */
export async function workspaceIds(): Promise<string[]> {
  const ids = sql<{ id: string }>`(select workspace_ids() as id)`;
  const [rows] = await plainBatch(plain.selectFrom(ids.as("workspaces")).select("id"));
  return rows.map((row) => row.id);
}

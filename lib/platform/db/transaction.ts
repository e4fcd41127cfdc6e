import type { Compilable } from "kysely";
import type pg from "pg";
import { batchOn, setWorkspace, statement } from "./batch";
import { pool } from "./pool";
import type { Rows } from "./read";
import { rethrow } from "./unavailable";

/** An open transaction of one workspace. It writes too; `mutate` and `record` alone hand it out. */
export type Tx = {
  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  one<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  /** Several statements in one round trip. */
  batch<const Q extends readonly Compilable<unknown>[]>(
    ...queries: Q
  ): Promise<{ [K in keyof Q]: Rows<Q[K]> }>;
};

function tx(client: pg.ClientBase): Tx {
  const all = async <Row>(query: Compilable<Row>): Promise<Row[]> => {
    const [rows] = await batchOn(client, [statement(query)]);
    return (rows ?? []) as Row[];
  };
  return {
    all,
    one: async (query) => (await all(query))[0],
    batch: async (...queries) => (await batchOn(client, queries.map(statement))) as never,
  };
}

/**
 * Runs `work` in one transaction of one workspace. What it throws rolls everything back and is thrown on; a database
 * that cannot be reached becomes `unavailable`.
 */
export async function transaction<T>(workspaceId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  let client: pg.PoolClient | undefined;
  let broken = false;
  try {
    client = await pool().connect();
    // No batch here: statements behind one Sync would end their implicit transaction with it.
    await client.query("BEGIN");
    await batchOn(client, [setWorkspace(workspaceId)]);
    const result = await work(tx(client));
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // A connection that cannot roll back is not given to anybody else.
    await client?.query("ROLLBACK").catch(() => {
      broken = true;
    });
    return rethrow(error);
  } finally {
    client?.release(broken);
  }
}

import type { Compilable } from "kysely";
import type pg from "pg";
import { sendBatchOn, statement } from "./batch";
import { beginStatements } from "./begin-statements";
import { limitResponse } from "./limit-response";
import { observeStatements } from "./observe-statements";
import { acquireConnection } from "./pool";
import type { Rows } from "./read";
import { rethrowAsAppError } from "./unavailable";

/**
 * An open transaction of one workspace. It can write; only `writeAudited` and `writeUnaudited` provide it.
 */
export type Tx = {
  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  first<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  /** Several statements in one round trip. */
  batch<const Q extends readonly Compilable<unknown>[]>(
    ...queries: Q
  ): Promise<{ [K in keyof Q]: Rows<Q[K]> }>;
};

/** `isOpen`: whether the transaction is in progress. After its end the connection can have another role and tenant. */
function createTx(client: pg.ClientBase, isOpen: () => boolean, requestId: string | undefined): Tx {
  const send = (queries: readonly Compilable<unknown>[]) => {
    if (!isOpen()) throw new Error("The transaction has ended.");
    const statements = queries.map(statement);
    return observeStatements(statements, requestId, () => sendBatchOn(client, statements));
  };
  const all = async <Row>(query: Compilable<Row>): Promise<Row[]> => {
    const [rows] = await send([query]);
    return (rows ?? []) as Row[];
  };
  return {
    all,
    first: async (query) => (await all(query))[0],
    batch: async (...queries) => (await send(queries)) as never,
  };
}

/**
 * Runs `work` in one transaction of one workspace. An error rolls back the transaction and is rethrown. An
 * unreachable database becomes `unavailable`.
 */
export async function transaction<T>(
  workspaceId: string,
  work: (tx: Tx) => Promise<T>,
  { requestId, origin = null }: { requestId?: string | undefined; origin?: string | null } = {},
): Promise<T> {
  let client: pg.PoolClient | undefined;
  let isBroken = false;
  let isOpen = true;
  try {
    client = await acquireConnection();
    // Sent alone: statements before one Sync would end their implicit transaction with it.
    await limitResponse(client, client.query("BEGIN"));
    await sendBatchOn(client, beginStatements(workspaceId, origin));
    const result = await work(createTx(client, () => isOpen, requestId));
    isOpen = false;
    await limitResponse(client, client.query("COMMIT"));
    return result;
  } catch (error) {
    isOpen = false;
    // A connection that cannot roll back is closed instead of returned to the pool.
    if (client !== undefined)
      await limitResponse(client, client.query("ROLLBACK")).catch(() => {
        isBroken = true;
      });
    return rethrowAsAppError(error);
  } finally {
    client?.release(isBroken);
  }
}

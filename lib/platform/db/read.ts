import type { Compilable } from "kysely";
import { type Statement, sendBatchOn, statement } from "./batch";
import { beginStatements } from "./begin-statements";
import { observeStatements } from "./observe-statements";
import { withConnection } from "./pool";
import { rethrowAsAppError } from "./unavailable";

/** The rows that Kysely infers for a query. */
export type Rows<Q> = Q extends Compilable<infer Row> ? Row[] : never;

/**
 * A query that only reads. Kysely's select builders have this marker; insert, update and delete builders do
 * not, so that an unaudited write does not compile.
 */
export type Select<Row> = Compilable<Row> & { readonly isSelectQueryBuilder: true };

export type Reader = {
  all<Row>(query: Select<Row>): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row>(query: Select<Row>): Promise<Row | undefined>;
  /** Several reads of one snapshot, in one round trip. */
  batch<const Q extends readonly Select<unknown>[]>(...queries: Q): Promise<{ [K in keyof Q]: Rows<Q[K]> }>;
};
/** A context's reader or an open transaction. */
export type QueryRunner = Pick<Reader, "all" | "batch">;

/** The request that statements belong to, and the origin of the jobs that they enqueue. */
type BatchOptions = { requestId?: string | undefined; origin?: string | null };

/** Sends statements for one workspace, in one transaction and one round trip. Returns the rows of each. */
export async function sendBatch(
  workspaceId: string,
  statements: readonly Statement[],
  { requestId, origin = null }: BatchOptions = {},
): Promise<Record<string, unknown>[][]> {
  try {
    const begin = beginStatements(workspaceId, origin);
    const rows = await withConnection((client) =>
      observeStatements(statements, requestId, () => sendBatchOn(client, [...begin, ...statements])),
    );
    return rows.slice(begin.length);
  } catch (error) {
    return rethrowAsAppError(error);
  }
}

/** Creates a reader of one workspace's rows. `requestId`: the request that reads, for the log of slow statements. */
export function reader(workspaceId: string, requestId?: string): Reader {
  const all = async <Row>(query: Select<Row>): Promise<Row[]> => {
    const [rows] = await sendBatch(workspaceId, [statement(query)], { requestId });
    return (rows ?? []) as Row[];
  };
  return {
    all,
    first: async (query) => (await all(query))[0],
    batch: async (...queries) =>
      (await sendBatch(workspaceId, queries.map(statement), { requestId })) as never,
  };
}

import type { Compilable } from "kysely";
import { statement } from "./batch";
import { type Rows, sendBatch } from "./read";
import { type Tx, transaction } from "./transaction";

/** Statements that are known beforehand: sent as one batch, in one transaction. */
export type Run<Q extends readonly Compilable<unknown>[]> = { run: Q };
export type RowsOf<Q extends readonly Compilable<unknown>[]> = { [K in keyof Q]: Rows<Q[K]> };
type Tenant = { workspaceId: string };

/**
 * Writes what is no configuration change: a turn of a transcript, a job's progress, a last use. Everything else
 * goes through `mutate` of lib/platform/audit, which writes the audit event in the same transaction.
 */
export function record<const Q extends readonly Compilable<unknown>[]>(
  ctx: Tenant,
  work: Run<Q>,
): Promise<RowsOf<Q>>;
export function record<T>(ctx: Tenant, work: (tx: Tx) => Promise<T>): Promise<T>;
export async function record(
  ctx: Tenant,
  work: Run<readonly Compilable<unknown>[]> | ((tx: Tx) => Promise<unknown>),
): Promise<unknown> {
  return typeof work === "function"
    ? transaction(ctx.workspaceId, work)
    : sendBatch(ctx.workspaceId, work.run.map(statement));
}

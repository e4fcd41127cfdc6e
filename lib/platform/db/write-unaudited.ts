import type { Compilable } from "kysely";
import { statement } from "./batch";
import { type Rows, sendBatch } from "./read";
import { type Tx, transaction } from "./transaction";

/** Statements known in advance: sent as one batch, in one transaction. */
export type Run<Q extends readonly Compilable<unknown>[]> = { run: Q };
export type RowsOf<Q extends readonly Compilable<unknown>[]> = { [K in keyof Q]: Rows<Q[K]> };
type Tenant = { workspaceId: string };

/**
 * Writes data that is not configuration: a turn of a transcript, a job's progress, a last use. Every other
 * change uses `writeAudited` of lib/platform/audit, which writes the audit event in the same transaction.
 */
export function writeUnaudited<const Q extends readonly Compilable<unknown>[]>(
  ctx: Tenant,
  work: Run<Q>,
): Promise<RowsOf<Q>>;
export function writeUnaudited<T>(ctx: Tenant, work: (tx: Tx) => Promise<T>): Promise<T>;
export async function writeUnaudited(
  ctx: Tenant,
  work: Run<readonly Compilable<unknown>[]> | ((tx: Tx) => Promise<unknown>),
): Promise<unknown> {
  return typeof work === "function"
    ? transaction(ctx.workspaceId, work)
    : sendBatch(ctx.workspaceId, work.run.map(statement));
}

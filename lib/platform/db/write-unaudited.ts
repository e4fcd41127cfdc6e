import type { Compilable } from "kysely";
import { originOfJobs } from "@/lib/platform/telemetry";
import { statement } from "./batch";
import { type Rows, sendBatch } from "./read";
import { type Tx, transaction } from "./transaction";

/** Statements known in advance: sent as one batch, in one transaction. */
export type Run<Q extends readonly Compilable<unknown>[]> = { run: Q };
export type RowsOf<Q extends readonly Compilable<unknown>[]> = { [K in keyof Q]: Rows<Q[K]> };
/** `requestId`: the request that writes, which is also that of the jobs that it enqueues. */
type Tenant = { workspaceId: string; requestId?: string };

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
  const { workspaceId, requestId } = ctx;
  const options = { requestId, origin: originOfJobs(requestId) };
  return typeof work === "function"
    ? transaction(workspaceId, work, options)
    : sendBatch(workspaceId, work.run.map(statement), options);
}

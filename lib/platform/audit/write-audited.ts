import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { compileOnce, db, type RowsOf, type Run, type Tx, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

/** A shallow view of a resource without secrets and personal values. Each module defines its own. */
export type AuditView = Readonly<Record<string, unknown>>;

/** An event for the audit log. `action` is `noun.past_verb`; `target` is an id. */
export type AuditEvent = { action: string; target: string; before?: AuditView; after?: AuditView };

/** The part of a context that the audit log needs; jobs and start-up also have one. */
export type Auditor = Pick<Ctx, "workspaceId" | "actor" | "requestId" | "address" | "now">;

const encode = (view: AuditView | undefined): string | null =>
  view === undefined ? null : JSON.stringify(view);

type AppendParameters = {
  workspace: string;
  id: string;
  at: string;
  actorType: string;
  actorId: string;
  action: string;
  target: string;
  before: string | null;
  after: string | null;
  address: string | null;
  request: string;
};
const appendEntry = compileOnce((e: AppendParameters) =>
  db.selectNoFrom(
    sql<number>`append_audit_event(${e.workspace}, ${e.id}, ${e.at}::timestamptz, ${e.actorType}, ${e.actorId}, ${e.action}, ${e.target}, ${e.before}::jsonb, ${e.after}::jsonb, ${e.address}, ${e.request})`.as(
      "seq",
    ),
  ),
);

/** Statement that appends an event to the workspace's chain (`append_audit_event` in prisma/sql). */
export function appendAuditEvent(
  ctx: Auditor,
  { action, target, before, after }: AuditEvent,
): Compilable<{ seq: number }> {
  const at = ctx.now();
  return appendEntry({
    workspace: ctx.workspaceId,
    id: newId("aud", Date.parse(at)),
    at,
    actorType: ctx.actor.type,
    actorId: ctx.actor.id,
    action,
    target,
    before: encode(before),
    after: encode(after),
    address: ctx.address,
    request: ctx.requestId,
  });
}

type AuditEvents = AuditEvent | readonly AuditEvent[];
const toList = (events: AuditEvents | null): readonly AuditEvent[] =>
  events === null ? [] : Array.isArray(events) ? events : [events as AuditEvent];

type AuditedResult<T> = { result: T; audit: AuditEvents | null };

/**
 * Writes a change and its audit event in one transaction, so that neither exists without the other.
 *
 * With `run`, all statements are known in advance and go out as one batch; returns the rows of each. With a
 * function, the caller reads first: the function receives a transaction and returns its result with the
 * events, or with null if nothing changed. The chain's head is locked last, to keep the wait for it short.
 */
export function writeAudited<const Q extends readonly Compilable<unknown>[]>(
  ctx: Auditor,
  work: Run<Q> & { audit: AuditEvents },
): Promise<RowsOf<Q>>;
export function writeAudited<T>(ctx: Auditor, work: (tx: Tx) => Promise<AuditedResult<T>>): Promise<T>;
export async function writeAudited(
  ctx: Auditor,
  work:
    | (Run<readonly Compilable<unknown>[]> & { audit: AuditEvents })
    | ((tx: Tx) => Promise<AuditedResult<unknown>>),
): Promise<unknown> {
  if (typeof work !== "function") {
    const appends = toList(work.audit).map((event) => appendAuditEvent(ctx, event));
    const rows = await writeUnaudited(ctx, { run: [...work.run, ...appends] });
    return rows.slice(0, work.run.length);
  }
  return writeUnaudited(ctx, async (tx) => {
    const { result, audit } = await work(tx);
    for (const event of toList(audit)) await tx.first(appendAuditEvent(ctx, event));
    return result;
  });
}

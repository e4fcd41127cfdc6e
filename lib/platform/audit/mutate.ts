import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, prepared, type RowsOf, type Run, record, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

/** A shallow view of a resource that holds no secret and no personal value; each room writes its own. */
export type AuditView = Readonly<Record<string, unknown>>;

/** What the audit log keeps of a change. `action` is `noun.past_verb`; `target` an id. */
export type AuditEvent = { action: string; target: string; before?: AuditView; after?: AuditView };

/** What the log needs of a context: jobs and start-up have one too. */
export type Auditor = Pick<Ctx, "workspaceId" | "actor" | "requestId" | "address" | "now">;

const encode = (view: AuditView | undefined): string | null =>
  view === undefined ? null : JSON.stringify(view);

type Entry = {
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
const appendEntry = prepared((e: Entry) =>
  db.selectNoFrom(
    sql<number>`audit_append(${e.workspace}, ${e.id}, ${e.at}::timestamptz, ${e.actorType}, ${e.actorId}, ${e.action}, ${e.target}, ${e.before}::jsonb, ${e.after}::jsonb, ${e.address}, ${e.request})`.as(
      "seq",
    ),
  ),
);

/** The statement that appends an event to the workspace's chain (`audit_append` in the migrations). */
export function append(
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

type Events = AuditEvent | readonly AuditEvent[];
const listOf = (events: Events | null): readonly AuditEvent[] =>
  events === null ? [] : Array.isArray(events) ? events : [events as AuditEvent];

type Audited<T> = { result: T; audit: Events | null };

/**
 * The one audited write: the change and its audit event in one transaction, so that neither is without the other.
 *
 * With `run`, the statements are known beforehand and go out as one batch; it answers the rows of each. With a
 * function, something must be read first: it gets a transaction and answers the result with the event, or with null
 * where it found nothing to change. The chain's head is locked last, so that the wait for it is short.
 */
export function mutate<const Q extends readonly Compilable<unknown>[]>(
  ctx: Auditor,
  work: Run<Q> & { audit: Events },
): Promise<RowsOf<Q>>;
export function mutate<T>(ctx: Auditor, work: (tx: Tx) => Promise<Audited<T>>): Promise<T>;
export async function mutate(
  ctx: Auditor,
  work: (Run<readonly Compilable<unknown>[]> & { audit: Events }) | ((tx: Tx) => Promise<Audited<unknown>>),
): Promise<unknown> {
  if (typeof work !== "function") {
    const appends = listOf(work.audit).map((event) => append(ctx, event));
    const rows = await record(ctx, { run: [...work.run, ...appends] });
    return rows.slice(0, work.run.length);
  }
  return record(ctx, async (tx) => {
    const { result, audit } = await work(tx);
    for (const event of listOf(audit)) await tx.one(append(ctx, event));
    return result;
  });
}

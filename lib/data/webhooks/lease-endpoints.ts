import { type Compilable, sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { compileOnce, db, replanStatements, writeUnaudited } from "@/lib/platform/db";
import { enqueueEachExpression } from "@/lib/platform/jobs";
import { pooledRandomBytes } from "@/lib/platform/random";
import type { Due } from "./attempt-delivery";
import { type DueRow, groupByEndpoint, selectDue, selectOldestDue } from "./due";

/** Longer than the longest round: each attempt can take ten seconds. */
export const LEASE_MS = 60_000;
const OWNER_BYTES = 12;

const COLUMNS = [
  "w.id",
  "w.lease_owner as owner",
  "w.lease_until as until",
  "w.url",
  "w.secret",
  "w.previous_secret",
  "w.previous_expires_at",
  "w.failing_since",
  "w.failures",
] as const;

/** An endpoint leased by `owner`. */
export type Endpoint = {
  id: string;
  owner: string;
  until: string;
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_expires_at: string | null;
  failing_since: string | null;
  failures: number;
};
/** A leased endpoint, with its first round of due deliveries. */
export type LeasedEndpoint = { endpoint: Endpoint; due: Due[] };

const isFree = (now: string) => sql<boolean>`(w.enabled
  and (w.lease_until is null or w.lease_until <= ${now}::timestamptz)
  and (w.backoff_until is null or w.backoff_until <= ${now}::timestamptz))`;

type Taking = {
  workspaceId: string;
  owner: string;
  now: string;
  until: string;
  limit: number;
  ids?: readonly string[] | undefined;
};

/**
 * Leases endpoints with due deliveries, longest waiting first. They are locked in ID order, which prevents
 * deadlocks, and a concurrent change of an endpoint is waited for.
 */
const leaseStatement = compileOnce(({ workspaceId, owner, now, until, limit, ids }: Taking) =>
  db
    .updateTable("webhook_endpoints as w")
    .set({ lease_owner: owner, lease_until: until })
    .where("w.workspace_id", "=", workspaceId)
    .where("w.id", "in", (eb) =>
      eb
        .selectFrom("webhook_endpoints as w")
        .select("w.id")
        .where("w.workspace_id", "=", workspaceId)
        .where(isFree(now))
        .where("w.id", "in", (inner) =>
          inner
            .selectFrom("webhook_endpoints as w")
            .innerJoinLateral(selectOldestDue(workspaceId).as("oldest"), (join) => join.onTrue())
            .select("w.id")
            .where("w.workspace_id", "=", workspaceId)
            .where(isFree(now))
            .where("oldest.at", "<=", now)
            .$if(ids !== undefined, (query) => query.where("w.id", "=", sql<string>`any(${ids}::text[])`))
            .orderBy("oldest.at")
            .limit(sql<number>`${limit}::int`),
        )
        .orderBy("w.id")
        .forNoKeyUpdate(),
    )
    .returning(COLUMNS),
);

type Waiting = { workspaceId: string; ids: readonly string[]; now: string };

/** Schedules jobs for endpoints without a lease, at the time when their next delivery is due. */
const scheduleNextStatement = compileOnce(({ workspaceId, ids, now }: Waiting) =>
  db
    .selectFrom("webhook_endpoints as w")
    .innerJoinLateral(selectOldestDue(workspaceId).as("oldest"), (join) => join.onTrue())
    .select(
      enqueueEachExpression(
        "webhook.deliver",
        { workspaceId: sql`w.workspace_id`, endpointId: sql`w.id` },
        {
          // Later than the jobs of `wakeAll`, and never replacing them.
          key: sql<string>`'webhook.next:' || w.id`,
          runAt: sql<string>`greatest(oldest.at, w.backoff_until)`,
        },
      ).as("enqueued"),
    )
    .where("w.workspace_id", "=", workspaceId)
    .where("w.id", "=", sql<string>`any(${ids}::text[])`)
    .where("w.enabled", "=", true)
    .where(sql<boolean>`(w.lease_until is null or w.lease_until <= ${now}::timestamptz)`)
    .where("oldest.at", "is not", null),
);

const eventsTaken = compileOnce(({ workspaceId }: { workspaceId: string }) =>
  db.selectNoFrom(sql`take_webhook_jobs(${workspaceId})`.as("taken")),
);

type LeaseRequest = {
  /** Maximum number of endpoints. */
  limit: number;
  /** Only these endpoints; by default all, including the pending jobs that only announce events. */
  ids?: readonly string[];
  /** Endpoints to schedule for their next due time if they are not leased now. */
  next?: readonly string[];
};

/**
 * Leases endpoints with due deliveries, unless another worker has them, or they are in backoff or disabled.
 */
export async function leaseEndpoints(
  ctx: Ctx,
  { limit, ids, next = [] }: LeaseRequest,
): Promise<LeasedEndpoint[]> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const owner = pooledRandomBytes(OWNER_BYTES).toString("hex");
  const first: Compilable<unknown>[] = ids === undefined ? [eventsTaken({ workspaceId })] : [];
  // Each statement sees the data committed before it: with an event's job also its deliveries.
  const run: Compilable<unknown>[] = [
    ...first,
    replanStatements,
    leaseStatement({ workspaceId, owner, now, until: plusMs(now, LEASE_MS), limit, ids }),
    selectDue({ workspaceId, owners: [owner], now }),
    ...(next.length === 0 ? [] : [scheduleNextStatement({ workspaceId, ids: next, now })]),
  ];
  const rows = await writeUnaudited(ctx, { run });
  const endpoints = (rows[first.length + 1] ?? []) as Endpoint[];
  const due = groupByEndpoint((rows[first.length + 2] ?? []) as DueRow[]);
  return endpoints.map((endpoint) => ({ endpoint, due: due.get(endpoint.id) ?? [] }));
}

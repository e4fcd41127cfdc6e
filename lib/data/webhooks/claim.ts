import { type Compilable, sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, freshPlans, prepared, record } from "@/lib/platform/db";
import { enqueuedEach } from "@/lib/platform/jobs";
import { pooledRandomBytes } from "@/lib/platform/random";
import type { Due } from "./attempt";
import { byEndpoint, type DueRow, dueOf, oldestOf } from "./due";

/** Longer than the longest round: one of its attempts may take ten seconds. */
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

/** An endpoint that is held in the name `owner` until its lease is over. */
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
/** One that was taken, with the first round of what is due. */
export type Claimed = { endpoint: Endpoint; due: Due[] };

const isFree = (now: string) => sql<boolean>`(w.enabled
  and (w.lease_until is null or w.lease_until <= ${now}::timestamptz)
  and (w.backoff_until is null or w.backoff_until <= ${now}::timestamptz))`;

type Taking = {
  workspaceId: string;
  owner: string;
  now: string;
  until: string;
  most: number;
  ids?: readonly string[] | undefined;
};

/**
 * Leases endpoints of which something is due, first those of which it waits longest. They are locked in the order of their
 * ids, so that no two who take several wait for each other; and somebody who changes one is waited for, not passed by.
 */
const taking = prepared(({ workspaceId, owner, now, until, most, ids }: Taking) =>
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
            .innerJoinLateral(oldestOf(workspaceId).as("oldest"), (join) => join.onTrue())
            .select("w.id")
            .where("w.workspace_id", "=", workspaceId)
            .where(isFree(now))
            .where("oldest.at", "<=", now)
            .$if(ids !== undefined, (query) => query.where("w.id", "=", sql<string>`any(${ids}::text[])`))
            .orderBy("oldest.at")
            .limit(sql<number>`${most}::int`),
        )
        .orderBy("w.id")
        .forUpdate(),
    )
    .returning(COLUMNS),
);

type Waiting = { workspaceId: string; ids: readonly string[]; now: string };

/** Has somebody come to endpoints that nobody holds, when the next is due of them. */
const nextOf = prepared(({ workspaceId, ids, now }: Waiting) =>
  db
    .selectFrom("webhook_endpoints as w")
    .innerJoinLateral(oldestOf(workspaceId).as("oldest"), (join) => join.onTrue())
    .select(
      enqueuedEach(
        "webhook.deliver",
        { workspaceId: sql`w.workspace_id`, endpointId: sql`w.id` },
        {
          // Later than what `wakeAll` enqueues, and never in its place.
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

const eventsTaken = prepared(({ workspaceId }: { workspaceId: string }) =>
  db.selectNoFrom(sql`take_webhook_events(${workspaceId})`.as("taken")),
);

type Wanted = {
  /** At most so many endpoints. */
  most: number;
  /** Of these alone; else of all, and the jobs that tell no more than that something is to be sent are taken along. */
  ids?: readonly string[];
  /** Of these, what is not taken now is come to when its next is due. */
  next?: readonly string[];
};

/** Takes endpoints of which something is due, unless another worker sends to them, or they rest or are switched off. */
export async function claim(ctx: Ctx, { most, ids, next = [] }: Wanted): Promise<Claimed[]> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const owner = pooledRandomBytes(OWNER_BYTES).toString("hex");
  const first: Compilable<unknown>[] = ids === undefined ? [eventsTaken({ workspaceId })] : [];
  // Each statement sees what was committed before it: of an event whose job was taken, the deliveries.
  const run: Compilable<unknown>[] = [
    ...first,
    freshPlans,
    taking({ workspaceId, owner, now, until: plusMs(now, LEASE_MS), most, ids }),
    dueOf({ workspaceId, owners: [owner], now }),
    ...(next.length === 0 ? [] : [nextOf({ workspaceId, ids: next, now })]),
  ];
  const rows = await record(ctx, { run });
  const endpoints = (rows[first.length + 1] ?? []) as Endpoint[];
  const due = byEndpoint((rows[first.length + 2] ?? []) as DueRow[]);
  return endpoints.map((endpoint) => ({ endpoint, due: due.get(endpoint.id) ?? [] }));
}

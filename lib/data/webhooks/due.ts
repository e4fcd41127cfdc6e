import { sql } from "kysely";
import { compileOnce, db } from "@/lib/platform/db";
import { groupBy } from "@/lib/platform/group-by";
import type { Due } from "./attempt-delivery";

/** Concurrent messages to one endpoint. */
const AT_ONCE = 32;

/**
 * Messages per round. A failing endpoint is tried with one, so that many queued messages do not all time out.
 * `selectDue` has the same limit.
 */
export const roundSize = ({ failing_since: since }: { failing_since: string | null }): number =>
  since === null ? AT_ONCE : 1;

/** The oldest due time of the endpoint `w`, for a lateral join; null without due deliveries. */
export const selectOldestDue = (workspaceId: string) =>
  db
    .selectFrom("webhook_deliveries as d")
    .select(({ fn }) => fn.min("d.next_attempt_at").as("at"))
    .where("d.workspace_id", "=", workspaceId)
    .where(sql<boolean>`d.endpoint_id = w.id`)
    .where("d.status", "=", sql.lit("pending"));

type Holding = {
  workspaceId: string;
  /** The lease owners of the endpoints. */
  owners: readonly string[];
  ids?: readonly string[] | undefined;
  now: string;
};

/** The oldest due deliveries of leased endpoints with their events, one round for each. */
export const selectDue = compileOnce(({ workspaceId, owners, ids, now }: Holding) =>
  db
    .selectFrom("webhook_endpoints as w")
    .innerJoinLateral(
      db
        .selectFrom("webhook_deliveries as d")
        .select(["d.id", "d.endpoint_id", "d.event_id", "d.attempts", "d.created_at", "d.next_attempt_at"])
        .where("d.workspace_id", "=", workspaceId)
        .where(sql<boolean>`d.endpoint_id = w.id`)
        .where("d.status", "=", sql.lit("pending"))
        .where("d.next_attempt_at", "<=", now)
        .orderBy("d.next_attempt_at")
        .limit(sql<number>`case when w.failing_since is null then ${sql.lit(AT_ONCE)} else 1 end`)
        .as("d"),
      (join) => join.onTrue(),
    )
    .innerJoin("webhook_events as e", "e.id", "d.event_id")
    .select(["d.id", "d.endpoint_id", "d.attempts", "d.created_at as delivery_created_at"])
    .select(["e.id as event_id", "e.type", "e.target", "e.environment", "e.created_at"])
    .where("w.workspace_id", "=", workspaceId)
    .where("e.workspace_id", "=", workspaceId)
    .where("w.lease_owner", "=", sql<string>`any(${owners}::text[])`)
    .$if(ids !== undefined, (query) => query.where("w.id", "=", sql<string>`any(${ids}::text[])`))
    .orderBy("d.next_attempt_at"),
);

/** A row of `selectDue`. */
export type DueRow = {
  id: string;
  endpoint_id: string;
  attempts: number;
  delivery_created_at: string;
  event_id: string;
  type: string;
  target: string;
  environment: string;
  created_at: string;
};

/** Groups due deliveries by endpoint ID. */
export function groupByEndpoint(rows: readonly DueRow[]): Map<string, Due[]> {
  const groups = groupBy(rows, ({ endpoint_id }) => endpoint_id);
  return new Map([...groups].map(([id, those]) => [id, those.map(toDue)]));
}

const toDue = ({ id, endpoint_id: _, attempts, delivery_created_at, event_id, ...event }: DueRow): Due => ({
  id,
  attempts,
  delivery_created_at,
  event: { ...event, id: event_id },
});

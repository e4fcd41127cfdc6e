import { sql } from "kysely";
import { db } from "@/lib/platform/db";
import { isBeforeLift, liftsOf } from "./select-usage";

/** Carriers count shorter calls as short-duration calls, a sign of fraud. */
const SHORT_S = 6;

type EndedCall = {
  workspaceId: string;
  key: string;
  status: number | null;
  isFailure: boolean;
  endedAt: string;
};

/**
 * The statement that ends a claimed placement and counts its call toward the limits of its trunk, both or none. A call that was
 * answered (status 2xx) counts in started minutes, from the answer if it is stored, else from the claim.
 */
export function endAndCount({ workspaceId, key, status, isFailure, endedAt }: EndedCall) {
  const isAnswered = status !== null && status >= 200 && status < 300;
  const ended = db
    .updateTable("sip_placements")
    .set({ state: "ended", sip_status: status, ended_at: endedAt })
    .where("workspace_id", "=", workspaceId)
    .where("key", "=", key)
    .where("state", "=", "claimed")
    .returning(["call_id", "integration_id", "country", "minute_price", "requested_at", "claimed_at"]);
  const seconds = sql<number>`extract(epoch from now() - coalesce(
    (select k.answered_at from calls k where k.workspace_id = ${workspaceId} and k.id = e.call_id),
    e.claimed_at, e.requested_at))`;
  const minutes = isAnswered ? sql<number>`greatest(1, ceil(${seconds} / 60))::int` : sql<number>`0`;
  const failed = isAnswered
    ? sql<number>`(${seconds} < ${SHORT_S})::int`
    : sql<number>`${isFailure ? 1 : 0}::int`;
  const trunk = sql.ref("e.integration_id");
  const isEarlier = isBeforeLift(workspaceId, trunk, sql.ref("e.requested_at"));
  const lift = sql<number>`${liftsOf(workspaceId, trunk)} - ${isEarlier}::int`;
  return db
    .with("e", () => ended)
    .insertInto("trunk_usage")
    .columns([
      "workspace_id",
      "integration_id",
      "hour",
      "country",
      "lift",
      "calls",
      "failed",
      "minutes",
      "spend",
    ])
    .expression((eb) =>
      eb
        .selectFrom("e")
        .select([
          sql<string>`${workspaceId}::text`.as("workspace_id"),
          "e.integration_id",
          sql<string>`date_trunc('hour', e.requested_at, 'UTC')`.as("hour"),
          sql<string>`coalesce(e.country, '')`.as("country"),
          lift.as("lift"),
          sql<number>`1`.as("calls"),
          failed.as("failed"),
          minutes.as("minutes"),
          sql<number>`${minutes} * coalesce(e.minute_price, 0)`.as("spend"),
        ]),
    )
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "integration_id", "hour", "country", "lift"]).doUpdateSet({
        calls: sql`trunk_usage.calls + excluded.calls`,
        failed: sql`trunk_usage.failed + excluded.failed`,
        minutes: sql`trunk_usage.minutes + excluded.minutes`,
        spend: sql`trunk_usage.spend + excluded.spend`,
      }),
    );
}

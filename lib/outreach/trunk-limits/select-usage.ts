import { type RawBuilder, sql } from "kysely";
import { db } from "@/lib/platform/db";

/** The clock of the limits is the database's, in UTC, so that all workers and gateways agree on the hour and the day. */
const hour = sql<string>`date_trunc('hour', now(), 'UTC')`;
const day = sql<string>`date_trunc('day', now(), 'UTC')`;

/** Started minutes of a call in progress. A call whose gateway died ended with its lease. */
const activeMinutes = sql<number>`greatest(1, ceil(extract(epoch from
  least(now(), coalesce(lease_until, now())) - coalesce(claimed_at, requested_at)) / 60))::int`;
/** A requested call that no gateway claims within this time belongs to a worker that has died, and is not placed. */
const REQUEST_STALE_S = 60;

/** The number of times that the limits of a trunk were lifted. */
export const liftsOf = (workspaceId: string, integrationId: string | RawBuilder<unknown>) =>
  sql<number>`coalesce((select (settings ->> 'limit_lifts')::int from integrations
    where workspace_id = ${workspaceId} and id = ${integrationId}), 0)`;

/** Whether a call, requested at a time, began before the latest lift of its trunk's limits: it counts toward the time before. */
export const isBeforeLift = (
  workspaceId: string,
  integrationId: string | RawBuilder<unknown>,
  requestedAt: RawBuilder<unknown>,
) =>
  sql<boolean>`coalesce(${requestedAt} < (select (settings ->> 'limits_lifted_at')::timestamptz from integrations
    where workspace_id = ${workspaceId} and id = ${integrationId}), false)`;

/**
 * Selects the use of a trunk in the current hour and day, as one row with the fields of `TrunkUsage`. It reads a row per hour
 * and country of the day, and the calls in progress.
 */
export function selectUsage(workspaceId: string, integrationId: string, country: string | null) {
  const ended = db
    .selectFrom("trunk_usage")
    .select(["hour", "country", "calls", "failed", "minutes", "spend"])
    .where("workspace_id", "=", workspaceId)
    .where("integration_id", "=", integrationId)
    .where("hour", ">=", day)
    .where("lift", "=", liftsOf(workspaceId, integrationId));
  const active = db
    .selectFrom("sip_placements")
    .select([
      sql<string>`date_trunc('hour', requested_at, 'UTC')`.as("hour"),
      sql<string>`coalesce(country, '')`.as("country"),
      sql<number>`1`.as("calls"),
      sql<number>`0`.as("failed"),
      activeMinutes.as("minutes"),
      sql<number>`${activeMinutes} * coalesce(minute_price, 0)`.as("spend"),
    ])
    .where("workspace_id", "=", workspaceId)
    .where("integration_id", "=", integrationId)
    .where("state", "in", ["requested", "claimed"])
    .where("requested_at", ">=", day)
    .where(
      sql<boolean>`(state = 'claimed' or requested_at > now() - ${REQUEST_STALE_S} * interval '1 second')`,
    )
    .where(sql<boolean>`not ${isBeforeLift(workspaceId, integrationId, sql.ref("requested_at"))}`);
  const isHour = sql<boolean>`u.hour = ${hour}`;
  const total = (column: "minutes" | "spend" | "calls" | "failed", condition = sql<boolean>`true`) =>
    sql<number>`coalesce(sum(${sql.ref(`u.${column}`)}) filter (where ${condition}), 0)::float8`;
  return db
    .selectFrom(ended.unionAll(active).as("u"))
    .select([
      total("minutes").as("dayMinutes"),
      total("spend").as("daySpend"),
      total("minutes", isHour).as("hourMinutes"),
      total("spend", isHour).as("hourSpend"),
      total("calls", isHour).as("hourCalls"),
      total("failed", isHour).as("hourFailed"),
      total("calls", sql<boolean>`${isHour} and u.country = ${country ?? ""}`).as("countryCalls"),
      sql<string>`${hour} + interval '1 hour'`.as("hourEnd"),
      sql<string>`${day} + interval '1 day'`.as("dayEnd"),
    ]);
}

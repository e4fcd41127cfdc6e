import { sql } from "kysely";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { GATEWAY_STALE_MS } from "./freshness";

/**
 * How long a reservation counts: a call rings for up to 30 s, and then its stream opens. An answered call counts twice
 * for the rest of this time, as reserved and as in progress, so that the gateways are never promised too much.
 */
const RESERVED_MS = 40_000;

/**
 * Gateways that run. A server counts only where there are no separate gateways: a load balancer sends the streams to
 * those, and the server would accept calls that never reach it.
 */
const isRunning = sql<boolean>`
  last_reported_at > now() - ${GATEWAY_STALE_MS} * interval '1 ms'
  and (is_separate or not exists (select from voice_gateways where is_separate))`;
const ringing = sql`array(select t from unnest(reserved_until) as t where t > now())`;
const unreserved = sql<number>`(free_calls - cardinality(${ringing}))`;

/**
 * Reserves one call at the gateway with the most free calls, before a carrier is asked to place it. Returns false if no
 * gateway has one, or none is running: a person who answered would hear silence. Throws `unavailable` without the database.
 */
export async function reserveGatewayCall(): Promise<boolean> {
  const freest = plain
    .selectFrom("voice_gateways")
    .select("gateway_id")
    .where(isRunning)
    .where(sql<boolean>`${unreserved} > 0`)
    .orderBy(unreserved, "desc")
    .limit(1)
    .forUpdate();
  const [rows] = await plainBatch(
    plain
      .updateTable("voice_gateways")
      .set({ reserved_until: sql`${ringing} || (now() + ${RESERVED_MS} * interval '1 ms')` })
      .where("gateway_id", "=", freest)
      .returning("gateway_id"),
  );
  return rows.length > 0;
}

/**
 * Whether gateways are running and none of them has a free call that is not reserved. False if none is running: it may
 * be restarting, and Twilio asks again. Throws `unavailable` without the database.
 */
export async function areGatewaysFull(): Promise<boolean> {
  const [[row]] = await plainBatch(
    plain
      .selectFrom("voice_gateways")
      .select([
        sql<number>`count(*)::int`.as("running"),
        sql<number>`coalesce(max(${unreserved}), 0)::int`.as("free"),
      ])
      .where(isRunning),
  );
  return row !== undefined && row.running > 0 && row.free <= 0;
}

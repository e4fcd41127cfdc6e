import { sql } from "kysely";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { GATEWAY_STALE_MS } from "./freshness";

/**
 * How long a reservation counts that is not released: the carrier's request takes up to 10 s, its queue a few, and a call
 * rings for up to 30 s.
 */
const RESERVED_MS = 60_000;

/**
 * Gateways that run. A server counts only where there are no separate gateways: a load balancer sends the streams to
 * those, and the server would accept calls that never reach it.
 */
const isRunning = sql<boolean>`
  last_reported_at > now() - ${GATEWAY_STALE_MS} * interval '1 ms'
  and (is_separate or not exists (select from voice_gateways where is_separate))`;
/** The times of the reservations that still count, the earliest first. */
const ringing = sql<string[]>`array(select t from unnest(reserved_until) as t where t > now() order by t)`;
const unreserved = sql<number>`(free_calls - cardinality(${ringing}))`;

/**
 * The advisory lock of reservations and releases. Each looks for a row that fits and locks it. A row that another process
 * changed meanwhile makes PostgreSQL look again and lock a second one, so that two of them could wait for each other.
 */
const RESERVATIONS_LOCK = 7_130_004_112;
const lockReservations = plain.selectNoFrom(
  sql`pg_advisory_xact_lock(${RESERVATIONS_LOCK}::bigint)`.as("locked"),
);

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
  const [, rows] = await plainBatch(
    lockReservations,
    plain
      .updateTable("voice_gateways")
      .set({ reserved_until: sql`${ringing} || (now() + ${RESERVED_MS} * interval '1 ms')` })
      .where("gateway_id", "=", freest)
      .returning("gateway_id"),
  );
  return rows.length > 0;
}

/**
 * Releases a reservation: the call was not placed, or its stream has opened and the gateway counts it itself. Of several
 * reservations the oldest ends, as they differ in nothing but their times. Throws `unavailable` without the database.
 */
export async function releaseGatewayCall(): Promise<void> {
  const oldest = plain
    .selectFrom("voice_gateways")
    .select("gateway_id")
    .where(sql<boolean>`cardinality(${ringing}) > 0`)
    .orderBy(sql`(${ringing})[1]`)
    .limit(1)
    .forUpdate();
  await plainBatch(
    lockReservations,
    plain
      .updateTable("voice_gateways")
      .set({ reserved_until: sql<string[]>`(${ringing})[2:]` })
      .where("gateway_id", "=", oldest),
  );
}

/**
 * Whether gateways are running and none of them accepts a further call. A reserved call does not count: an inbound call
 * is accepted before one that still rings. False if no gateway is running: it may be restarting, and Twilio asks again.
 * Throws `unavailable` without the database.
 */
export async function areGatewaysFull(): Promise<boolean> {
  const [[row]] = await plainBatch(
    plain
      .selectFrom("voice_gateways")
      .select([
        sql<number>`count(*)::int`.as("running"),
        sql<number>`coalesce(max(free_calls), 0)::int`.as("free"),
      ])
      .where(isRunning),
  );
  return row !== undefined && row.running > 0 && row.free <= 0;
}

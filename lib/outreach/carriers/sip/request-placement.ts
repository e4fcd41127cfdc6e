import { sql } from "kysely";
import type { TrunkSettings } from "@/lib/agents/integrations";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { notify } from "@/lib/platform/live";
import { leaseExpiry } from "./placement";

/** The id of the live events that tell gateways of requested calls. */
export const SIP_REQUESTS = "sip";

/** Calls of the last second count toward the rate of a trunk. */
const RATE_WINDOW_MS = 1_000;
/** A requested call that no gateway claims within this time is withdrawn by its worker, so an older row belongs to a dead one. */
const REQUEST_STALE_MS = 60_000;

type PlacementRequest = {
  key: string;
  callId: string;
  integrationId: string;
  from: string;
  /** The gateway that places it itself, such as a transfer; by default any gateway claims it. */
  claimedBy?: string;
};

/**
 * Stores a call for a gateway to place, and notifies the gateways. Returns false if the trunk has its maximum of calls now,
 * or the attempt has a placement already. Times are those of the database.
 */
export async function requestPlacement(
  ctx: Ctx,
  { key, callId, integrationId, from, claimedBy }: PlacementRequest,
  { maxCalls, callsPerSecond }: Pick<TrunkSettings, "maxCalls" | "callsPerSecond">,
): Promise<boolean> {
  // Placements of one trunk are counted one after the other.
  const lock = db.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended(${integrationId}, 18))`.as("locked"),
  );
  const isActive = sql<boolean>`(state = 'claimed' and lease_until > now())
    or (state = 'requested' and requested_at > now() - ${REQUEST_STALE_MS} * interval '1 ms')`;
  const isRecent = sql<boolean>`requested_at > now() - ${RATE_WINDOW_MS} * interval '1 ms'`;
  const counts = db
    .selectFrom("sip_placements")
    .select([
      sql<number>`count(*) filter (where ${isActive})`.as("active"),
      sql<number>`count(*) filter (where ${isRecent})`.as("recent"),
    ])
    .where("workspace_id", "=", ctx.workspaceId)
    .where("integration_id", "=", integrationId)
    .where(sql<boolean>`state in ('requested', 'claimed') or ${isRecent}`);
  const insert = db
    .with("counts", () => counts)
    .insertInto("sip_placements")
    .columns([
      "key",
      "workspace_id",
      "environment",
      "call_id",
      "integration_id",
      "from_number",
      "requested_at",
      "state",
      "gateway_id",
      "lease_until",
    ])
    .expression((eb) =>
      eb
        .selectFrom("counts")
        .select([
          sql<string>`${key}::text`.as("key"),
          sql<string>`${ctx.workspaceId}::text`.as("workspace_id"),
          sql<string>`${ctx.environment}::text`.as("environment"),
          sql<string>`${callId}::text`.as("call_id"),
          sql<string>`${integrationId}::text`.as("integration_id"),
          sql<string>`${from}::text`.as("from_number"),
          sql<string>`now()`.as("requested_at"),
          sql<string>`${claimedBy === undefined ? "requested" : "claimed"}::text`.as("state"),
          sql<string | null>`${claimedBy ?? null}::text`.as("gateway_id"),
          (claimedBy === undefined ? sql<string | null>`null::timestamptz` : leaseExpiry).as("lease_until"),
        ])
        .where("counts.active", "<", maxCalls)
        .where("counts.recent", "<", callsPerSecond),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("key");
  const [, rows] = await writeUnaudited(ctx, { run: [lock, insert, notify(SIP_REQUESTS, "sip_requested")] });
  return rows.length > 0;
}

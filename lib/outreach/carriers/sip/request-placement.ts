import { sql } from "kysely";
import { isSipAddress } from "@/lib/agents/agents/values";
import type { TrunkSettings } from "@/lib/agents/integrations";
import { checkLimits, type LimitCheck, type ReachedLimit } from "@/lib/outreach/trunk-limits";
import type { StoredTry } from "@/lib/outreach/trunk-tries";
import type { Ctx } from "@/lib/platform/context";
import { db, json, type Tx, writeUnaudited } from "@/lib/platform/db";
import { notify } from "@/lib/platform/live";
import { countryOf } from "./dial-rules";
import { leaseExpiry } from "./placement";
import type { Alternative } from "./trunk-try";

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
  /** Numbers in E.164. */
  to: string;
  from: string;
  /** The gateway that places it itself, such as a transfer; by default any gateway claims it. */
  claimedBy?: string;
  /** The trunks that the gateway tries next if this one certainly does not place the call. */
  alternatives?: readonly Alternative[];
  /** The trunks that were skipped before this one. */
  tries?: readonly StoredTry[];
};

/** `busy`: the trunk has its maximum of calls now. `exists`: the attempt has a placement. `limited`: see lib/outreach/trunk-limits. */
export type PlacementResult =
  | { at: "stored" }
  | { at: "busy" }
  | { at: "exists" }
  | { at: "limited"; limit: ReachedLimit };

/** Calls of a trunk in progress, and those of the last second. */
function countCalls(workspaceId: string, integrationId: string) {
  const isActive = sql<boolean>`(state = 'claimed' and lease_until > now())
    or (state = 'requested' and requested_at > now() - ${REQUEST_STALE_MS} * interval '1 ms')`;
  const isRecent = sql<boolean>`requested_at > now() - ${RATE_WINDOW_MS} * interval '1 ms'`;
  return db
    .selectFrom("sip_placements")
    .select([
      sql<number>`count(*) filter (where ${isActive})`.as("active"),
      sql<number>`count(*) filter (where ${isRecent})`.as("recent"),
    ])
    .where("workspace_id", "=", workspaceId)
    .where("integration_id", "=", integrationId)
    .where(sql<boolean>`(state in ('requested', 'claimed') or ${isRecent})`);
}

/** A SIP address of the PBX or carrier counts as a call within the country. */
const countryOfCall = (to: string, from: string) => countryOf(isSipAddress(to) ? from : to);

export type TrunkLimitSettings = Pick<TrunkSettings, "maxCalls" | "callsPerSecond">;

/**
 * Locks a trunk until the transaction ends, so that its calls are decided one after the other, and checks whether it may carry one
 * more call between two numbers in E.164. Returns the price to store with the call.
 */
export async function reserveCall(
  tx: Tx,
  ctx: Ctx,
  { integrationId, to, from }: { integrationId: string; to: string; from: string },
  { maxCalls, callsPerSecond }: TrunkLimitSettings,
): Promise<LimitCheck | { at: "busy" }> {
  const [, [counts]] = await tx.batch(
    db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${integrationId}, 18))`.as("locked")),
    countCalls(ctx.workspaceId, integrationId),
  );
  if (counts === undefined || counts.active >= maxCalls || counts.recent >= callsPerSecond)
    return { at: "busy" };
  const country = countryOfCall(to, from);
  return checkLimits(tx, ctx, { integrationId, to, country, isForeign: country !== countryOf(from) });
}

/**
 * Stores a call for a gateway to place, and notifies the gateways, unless the trunk has its maximum of calls or has reached a
 * limit. Times are those of the database. Calls of one trunk are decided one after the other, also by several workers.
 */
export async function requestPlacement(
  ctx: Ctx,
  { key, callId, integrationId, to, from, claimedBy, alternatives = [], tries = [] }: PlacementRequest,
  settings: TrunkLimitSettings,
): Promise<PlacementResult> {
  return writeUnaudited(ctx, async (tx): Promise<PlacementResult> => {
    const check = await reserveCall(tx, ctx, { integrationId, to, from }, settings);
    if (check.at !== "allowed") return check;
    const insert = db
      .insertInto("sip_placements")
      .values({
        key,
        workspace_id: ctx.workspaceId,
        environment: ctx.environment,
        call_id: callId,
        integration_id: integrationId,
        from_number: from,
        requested_at: sql`now()`,
        state: claimedBy === undefined ? "requested" : "claimed",
        gateway_id: claimedBy ?? null,
        lease_until: claimedBy === undefined ? null : leaseExpiry,
        alternatives: json(alternatives),
        tries: json(tries),
        country: countryOfCall(to, from),
        minute_price: check.minutePrice,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("key");
    const [rows] = await tx.batch(insert, notify(SIP_REQUESTS, "sip_requested"));
    return rows.length > 0 ? { at: "stored" } : { at: "exists" };
  });
}

import { findAttempt, type PlaceAnswer, type PlaceRequest } from "@/lib/outreach/dialing";
import type { StoredTry } from "@/lib/outreach/trunk-tries";
import type { SkipReason } from "@/lib/outreach/trunk-tries/values";
import { earlierTime } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { callsWithoutGateway } from "@/lib/platform/gateways";
import { log } from "@/lib/platform/log";
import { readPlacement, SIP_CARRIER_NAME, sipCallRef } from "./placement";
import { requestPlacement } from "./request-placement";
import { selectCandidates } from "./select-candidates";
import { storeSkippedCall } from "./store-skipped-call";
import { skippedTry } from "./trunk-try";
import { waitForClaim } from "./wait-for-claim";

type Waits = { pausedUntil: string | null; limitedUntil: string | null };

/** The answer if no trunk may place a call: the reason that ends earliest counts. `now`: RFC 3339. */
function answerOf(
  tries: readonly StoredTry[],
  { pausedUntil, limitedUntil }: Waits,
  now: string,
): PlaceAnswer {
  const hasReason = (reason: SkipReason) => tries.some((trunkTry) => trunkTry.reason === reason);
  if (hasReason("busy")) return { at: "retry_later", afterS: 1 };
  if (pausedUntil !== null) {
    const afterS = Math.ceil((Date.parse(pausedUntil) - Date.parse(now)) / 1_000);
    return { at: "retry_later", afterS: Math.max(1, afterS) };
  }
  if (limitedUntil !== null) return { at: "limited", until: limitedUntil };
  if (hasReason("encryption_required")) return { at: "refused", kind: "encryption_required" };
  if (hasReason("not_allowed")) return { at: "refused", kind: "not_allowed" };
  return { at: "unavailable" };
}

/**
 * Stores a call for a gateway to place over the first trunk of an order that may, and waits until a gateway claims it. The gateway
 * tries the others only if the one before certainly did not place the call. `from` of the request: the number to show if a trunk
 * accepts it.
 */
export async function placeOverTrunks(
  ctx: Ctx,
  request: PlaceRequest,
  trunkIds: readonly string[],
): Promise<PlaceAnswer> {
  const { key, callId, to, from: preferred } = request;
  const agentId = (await findAttempt(ctx, { key }))?.attempt.agent_id ?? null;
  const { candidates, tries, pausedUntil } = await selectCandidates(
    ctx,
    { to, preferred, agentId },
    trunkIds,
  );
  let limitedUntil: string | null = null;
  for (const [index, { integration_id: integrationId, from_number: from, opened }] of candidates.entries()) {
    const alternatives = candidates
      .slice(index + 1)
      .map(({ integration_id, from_number }) => ({ integration_id, from_number }));
    const placement = { key, callId, integrationId, to, from, alternatives, tries };
    const result = await requestPlacement(ctx, placement, opened.settings);
    if (result.at === "stored") return confirmClaim(ctx, request);
    if (result.at === "exists" || (await readPlacement(ctx, key)) !== undefined) return { at: "unknown" };
    if (result.at === "limited") limitedUntil = earlierTime(limitedUntil, result.limit.until);
    tries.push(skippedTry(integrationId, from, result.at, ctx.now()));
  }
  const reasons = tries.map(({ reason }) => reason);
  log.warn({ callId, requestId: ctx.requestId, reasons }, "no trunk may place a call");
  const answer = answerOf(tries, { pausedUntil, limitedUntil }, ctx.now());
  // After the other answers the same attempt is placed later.
  if (answer.at === "refused" || answer.at === "limited") await storeSkippedCall(ctx, request, tries);
  return answer;
}

async function confirmClaim(ctx: Ctx, { key, callId }: PlaceRequest): Promise<PlaceAnswer> {
  if (await waitForClaim(ctx, { key, callId }))
    return { at: "placed", ref: sipCallRef(callId), carrier: SIP_CARRIER_NAME };
  callsWithoutGateway.count({ kind: "outbound" });
  return { at: "no_gateway" };
}

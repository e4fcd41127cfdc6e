import { type OpenTrunk, openTrunk } from "@/lib/agents/integrations";
import { selectCallerId } from "@/lib/agents/phone-numbers";
import { findAttempt, type PlaceAnswer, type PlaceRequest } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { callsWithoutGateway } from "@/lib/platform/gateways";
import { log } from "@/lib/platform/log";
import { findRefusal } from "./find-refusal";
import { readPlacement, SIP_CARRIER_NAME, sipCallRef } from "./placement";
import { requestPlacement } from "./request-placement";
import { type Alternative, type SkipReason, skippedTry, type TrunkTry } from "./trunk-try";
import { waitForClaim } from "./wait-for-claim";

/** The earlier of two times; null means none. */
const earlier = (first: string | null, second: string | null): string | null =>
  first === null || (second !== null && second < first) ? second : first;

type Candidate = Alternative & { opened: OpenTrunk };

/** The number that a call over a trunk shows; null if the trunk accepts none of the workspace. */
async function callerIdOf(
  ctx: Ctx,
  { settings }: OpenTrunk,
  request: { integrationId: string; agentId: string | null; preferred: string | null },
): Promise<string | null> {
  const isAnyAccepted = settings.callerId === "workspace_numbers";
  return isAnyAccepted && request.preferred !== null ? request.preferred : selectCallerId(ctx, request);
}

/** Divides trunks into those that may place a call, in their order, and those that must not. */
async function selectCandidates(
  ctx: Ctx,
  { key, to, from }: PlaceRequest,
  trunkIds: readonly string[],
): Promise<{ candidates: Candidate[]; tries: TrunkTry[]; pausedUntil: string | null }> {
  const agentId = (await findAttempt(ctx, { key }))?.attempt.agent_id ?? null;
  const candidates: Candidate[] = [];
  const tries: TrunkTry[] = [];
  let pausedUntil: string | null = null;
  for (const integrationId of trunkIds) {
    const opened = await openTrunk(ctx, integrationId);
    const number = opened && (await callerIdOf(ctx, opened, { integrationId, agentId, preferred: from }));
    const refusal =
      opened !== undefined && number === null
        ? "no_caller_id"
        : findRefusal(opened, { to, from: number ?? "" });
    if (opened !== undefined && number != null && refusal === null)
      candidates.push({ integration_id: integrationId, from_number: number, opened });
    else tries.push(skippedTry(integrationId, number ?? null, refusal ?? "disconnected", ctx.now()));
    if (opened !== undefined && refusal === "paused") pausedUntil = earlier(pausedUntil, opened.pausedUntil);
  }
  return { candidates, tries, pausedUntil };
}

type Waits = { pausedUntil: string | null; limitedUntil: string | null };

/** The answer if no trunk may place a call: the reason that ends earliest counts. `now`: RFC 3339. */
function answerOf(
  tries: readonly TrunkTry[],
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
  const { key, callId, to } = request;
  const { candidates, tries, pausedUntil } = await selectCandidates(ctx, request, trunkIds);
  let limitedUntil: string | null = null;
  for (const [index, { integration_id: integrationId, from_number: from, opened }] of candidates.entries()) {
    const alternatives = candidates
      .slice(index + 1)
      .map(({ integration_id, from_number }) => ({ integration_id, from_number }));
    const placement = { key, callId, integrationId, to, from, alternatives, tries };
    const result = await requestPlacement(ctx, placement, opened.settings);
    if (result.at === "stored") return confirmClaim(ctx, request);
    if (result.at === "exists" || (await readPlacement(ctx, key)) !== undefined) return { at: "unknown" };
    if (result.at === "limited") limitedUntil = earlier(limitedUntil, result.limit.until);
    tries.push(skippedTry(integrationId, from, result.at, ctx.now()));
  }
  const reasons = tries.map(({ reason }) => reason);
  log.warn({ callId, requestId: ctx.requestId, reasons }, "no trunk may place a call");
  return answerOf(tries, { pausedUntil, limitedUntil }, ctx.now());
}

async function confirmClaim(ctx: Ctx, { key, callId }: PlaceRequest): Promise<PlaceAnswer> {
  if (await waitForClaim(ctx, { key, callId }))
    return { at: "placed", ref: sipCallRef(callId), carrier: SIP_CARRIER_NAME };
  callsWithoutGateway.count({ kind: "outbound" });
  return { at: "no_gateway" };
}

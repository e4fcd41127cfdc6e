import { type OpenTrunk, openTrunk } from "@/lib/agents/integrations";
import { selectCallerId } from "@/lib/agents/phone-numbers";
import type { StoredTry } from "@/lib/outreach/trunk-tries";
import { earlierTime } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { findRefusal } from "./find-refusal";
import { type Alternative, skippedTry } from "./trunk-try";

/** A trunk that may place a call, opened, and the number that the call shows. */
type Candidate = Alternative & { opened: OpenTrunk };

/** `to`: in E.164. `preferred`: the number to show if a trunk accepts it, and the agent whose number is next; null for none. */
type CallToPlace = { to: string; preferred: string | null; agentId: string | null };

/** The number that a call over a trunk shows; null if the trunk accepts none of the workspace. */
async function callerIdOf(
  ctx: Ctx,
  { settings }: OpenTrunk,
  request: { integrationId: string; agentId: string | null; preferred: string | null },
): Promise<string | null> {
  const isAnyAccepted = settings.callerId === "workspace_numbers";
  return isAnyAccepted && request.preferred !== null ? request.preferred : selectCallerId(ctx, request);
}

/**
 * Divides trunks into those that may place a call, in their order, and those that must not. `pausedUntil`: when the first pause of a
 * trunk ends, null without one.
 */
export async function selectCandidates(
  ctx: Ctx,
  { to, preferred, agentId }: CallToPlace,
  trunkIds: readonly string[],
): Promise<{ candidates: Candidate[]; tries: StoredTry[]; pausedUntil: string | null }> {
  const candidates: Candidate[] = [];
  const tries: StoredTry[] = [];
  let pausedUntil: string | null = null;
  for (const integrationId of trunkIds) {
    const opened = await openTrunk(ctx, integrationId);
    const number = opened && (await callerIdOf(ctx, opened, { integrationId, agentId, preferred }));
    const refusal =
      opened !== undefined && number === null
        ? "no_caller_id"
        : findRefusal(opened, { to, from: number ?? "" });
    if (opened !== undefined && number != null && refusal === null)
      candidates.push({ integration_id: integrationId, from_number: number, opened });
    else tries.push(skippedTry(integrationId, number ?? null, refusal ?? "disconnected", ctx.now()));
    if (opened !== undefined && refusal === "paused")
      pausedUntil = earlierTime(pausedUntil, opened.pausedUntil);
  }
  return { candidates, tries, pausedUntil };
}

import { readTrunkState } from "@/lib/agents/integrations";
import { isOpenNow } from "@/lib/agents/phone-numbers";
import { type Answering, findAnswering, readLiveVoiceAgent, selectForward } from "@/lib/outreach/carriers";
import type { Ctx } from "@/lib/platform/context";
import { notFound } from "@/lib/platform/errors";
import type { InboundPreview } from "./schema";
import type { UnansweredReason } from "./values";

/** Finds why the agent does not answer a call now; null if it does. */
async function findReason(ctx: Ctx, answering: Answering): Promise<UnansweredReason | null> {
  if (answering.isRefused) return "encryption_required";
  if (answering.agent_id === null) return "no_agent";
  if (!isOpenNow(answering, ctx.now())) return "outside_hours";
  return (await readLiveVoiceAgent(ctx, answering)) === null ? "agent_unavailable" : null;
}

/**
 * Previews how a trunk's call to a user part would be answered now, by the rules of real calls. Nothing is stored. Throws
 * `not_found` without the trunk.
 */
export async function previewInboundRoute(
  base: Ctx,
  trunkId: string,
  called: string,
): Promise<InboundPreview> {
  // Trunks take live calls only.
  const ctx: Ctx = { ...base, environment: "live" };
  if ((await readTrunkState(ctx, trunkId)) === undefined) throw notFound();
  const answering = called === "" ? undefined : await findAnswering(ctx, trunkId, called);
  if (answering === undefined)
    return {
      matched: "none",
      pattern: null,
      agent_id: null,
      result: "rejected",
      reason: "no_route",
      forwarded_to: null,
    };
  const { pattern, agent_id } = answering;
  const matched = pattern === null ? "phone_number" : "route";
  const reason = await findReason(ctx, answering);
  const decision = { matched, pattern, agent_id, reason } as const;
  if (reason === null) return { ...decision, result: "answered", forwarded_to: null };
  const forward = reason === "encryption_required" ? null : await selectForward(ctx, answering);
  return forward?.at === "forward"
    ? { ...decision, result: "forwarded", forwarded_to: forward.to }
    : { ...decision, result: "rejected", forwarded_to: null };
}

import { readAgentForCalls, versionsForCalls } from "@/lib/agents/agents";
import { requireProviderPolicies } from "@/lib/agents/integrations";
import { isOpenNow } from "@/lib/agents/phone-numbers";
import type { PhoneNumber } from "@/lib/agents/phone-numbers/schema";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

/**
 * The live agent that answers calls to a number, or calls of a route, now. Null outside its hours, without a live agent, or if the
 * workspace's provider policy forbids it.
 */
export async function readLiveVoiceAgent(ctx: Ctx, number: Pick<PhoneNumber, "id" | "agent_id" | "hours">) {
  const { agent_id: agentId } = number;
  if (agentId === null || !isOpenNow(number, ctx.now())) return null;
  try {
    const agent = await readAgentForCalls(ctx, agentId);
    if (agent.live.config.type !== "voice") return null;
    for (const { config } of versionsForCalls(agent))
      await requireProviderPolicies(ctx, config, { environment: ctx.environment, usesVoice: true });
    return { agentId, agent };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ numberId: number.id, agentId, err: error }, "a call came in that its agent cannot answer");
    return null;
  }
}

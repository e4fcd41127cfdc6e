import { api } from "@/components/api";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Call } from "@/lib/calls/calls/schema";

/**
 * The agent as the call runs it: `agent` with the behavior of the call's version, whose variables can differ from the
 * draft's. A call that rehearses the draft has no version. If the version cannot be read, the result is `agent`.
 */
export async function agentOfCall(agent: Agent, call: Call, signal: AbortSignal): Promise<Agent> {
  if (call.agent_version === null) return agent;
  const params = { id: agent.id, version: String(call.agent_version) };
  const version = await api.get("/v1/agents/:id/versions/:version", { params, signal }).catch(() => null);
  return { ...agent, ...version?.config };
}

import { GET as AGENT } from "@/app/v1/agents/[id]/route";
import { GET as VERSION } from "@/app/v1/agents/[id]/versions/[version]/route";
import type { Variable } from "@/lib/agents/agents/schema";
import type { Call } from "@/lib/calls/calls/schema";
import { readRoute } from "@/lib/http/page";

/** The agent's name, and its variables as this call ran them; a test of a draft has those of the agent. */
export async function agentOf(call: Call): Promise<{ name: string; variables: Variable[]; names: string[] }> {
  const params = { id: call.agent_id };
  const [agent, version] = await Promise.all([
    readRoute(AGENT, { params }),
    call.agent_version === null
      ? null
      : readRoute(VERSION, { params: { ...params, version: String(call.agent_version) } }),
  ]);
  const latest = agent.data?.variables ?? [];
  const variables = version?.data?.config.variables ?? latest;
  // Variables marked sensitive later are masked too, although the call's version does not mark them.
  const names = [...variables, ...latest].map(({ name }) => name);
  return {
    name: agent.data?.name ?? call.agent_id,
    variables,
    names: [...new Set([...names, ...Object.keys(call.variables)])],
  };
}

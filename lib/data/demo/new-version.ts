import { deployAgent, listAgents, updateAgent } from "@/lib/agents/agents";
import { ListAgents } from "@/lib/agents/agents/schema";
import { DEMO_AGENTS, NEW_VERSION } from "./agents";
import type { Play } from "./play";

/** Changes an agent and deploys the change. A changed agent that is deployed already stays as it is. */
export async function playNewVersion({ ctx }: Play): Promise<void> {
  const name = DEMO_AGENTS.find(({ key }) => key === NEW_VERSION.key)?.agent.name;
  const { data } = await listAgents(ctx, ListAgents.parse({ status: "live", limit: "100" }));
  const agent = data.find((each) => each.name === name);
  if (agent === undefined || agent.live_version !== 1) return;
  await updateAgent(ctx, agent.id, NEW_VERSION.changes);
  await deployAgent(ctx, agent.id, {});
}

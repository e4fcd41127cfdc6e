import { createAgent, deployAgent, listAgents } from "@/lib/agents/agents";
import { type Agent, ListAgents } from "@/lib/agents/agents/schema";
import { foundWorkspace } from "@/lib/identity/auth";
import { DEMO_NAME } from "@/lib/identity/workspaces/schema";
import { type Clock, systemClock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import type { Jobs } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { DEMO_AGENTS } from "./agents";
import { beginLines } from "./line";
import { PLAN } from "./plan";

/** The workspace's agents of a status by their names: somebody may have changed or archived the demo's since. */
export async function agentsByName(ctx: Ctx, status: "draft" | "live"): Promise<Map<string, Agent>> {
  const { data } = await listAgents(ctx, ListAgents.parse({ status, limit: "100" }));
  return new Map(data.map((agent) => [agent.name, agent]));
}

/** Makes and deploys the agents that are not there yet. */
async function makeAgents(ctx: Ctx): Promise<void> {
  const live = await agentsByName(ctx, "live");
  const drafts = await agentsByName(ctx, "draft");
  for (const { agent } of DEMO_AGENTS) {
    if (live.has(agent.name)) continue;
    const draft = drafts.get(agent.name) ?? (await createAgent(ctx, agent));
    await deployAgent(ctx, draft.id, {});
  }
}

/**
 * Makes the demo workspace, owned by the person who owns the first, with its agents, and lets the callers begin. Safe
 * to repeat: what is there stays, and a conversation that was held is not held again.
 */
export async function fillDemo(
  { workspaceId, userId }: Jobs["demo.fill"],
  clock: Clock = systemClock,
): Promise<void> {
  const ctx = systemCtx(workspaceId, "demo.fill", { clock });
  await foundWorkspace({ name: DEMO_NAME, owner: { userId }, id: workspaceId }, clock);
  await makeAgents(ctx);
  await beginLines(ctx);
  log.info({ workspaceId, conversations: PLAN.length }, "the demo workspace stands, and its callers begin");
}

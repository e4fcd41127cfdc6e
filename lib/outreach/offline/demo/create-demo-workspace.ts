import { createAgent, deployAgent, listAgents } from "@/lib/agents/agents";
import { type Agent, ListAgents } from "@/lib/agents/agents/schema";
import { createWorkspace } from "@/lib/identity/auth";
import { DEMO_NAME } from "@/lib/identity/workspaces/schema";
import { type Clock, systemClock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import type { Jobs } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { DEMO_AGENTS } from "./agents";
import { startLines } from "./demo-lines";
import { CONVERSATIONS } from "./plan";

/** The workspace's agents with a status, by name. The demo's agents may have been changed or archived. */
export async function agentsByName(ctx: Ctx, status: "draft" | "live"): Promise<Map<string, Agent>> {
  const { data } = await listAgents(ctx, ListAgents.parse({ status, limit: "100" }));
  return new Map(data.map((agent) => [agent.name, agent]));
}

/** Creates and deploys the missing agents. */
async function createAgents(ctx: Ctx): Promise<void> {
  const live = await agentsByName(ctx, "live");
  const drafts = await agentsByName(ctx, "draft");
  for (const { agent } of DEMO_AGENTS) {
    if (live.has(agent.name)) continue;
    const draft = drafts.get(agent.name) ?? (await createAgent(ctx, agent));
    await deployAgent(ctx, draft.id, {});
  }
}

/**
 * Creates the demo workspace for the owner of the first workspace, with its agents, and starts the callers.
 * Safe to repeat: existing rows remain, and a finished conversation does not run again.
 */
export async function createDemoWorkspace(
  { workspaceId, userId }: Jobs["demo.fill"],
  clock: Clock = systemClock,
): Promise<void> {
  const ctx = systemCtx(workspaceId, "demo.fill", { clock });
  await createWorkspace({ name: DEMO_NAME, owner: { userId }, id: workspaceId }, clock);
  await createAgents(ctx);
  await startLines(ctx);
  log.info(
    { workspaceId, conversations: CONVERSATIONS.length },
    "the demo workspace stands, and its callers begin",
  );
}

import { createAgent, deployAgent } from "@/lib/agents/agents";
import { createWorkspace } from "@/lib/identity/auth";
import { updateWorkspace } from "@/lib/identity/workspaces";
import { DEMO_NAME, UpdateWorkspace } from "@/lib/identity/workspaces/schema";
import { MAX_RETENTION_DAYS } from "@/lib/identity/workspaces/values";
import { type Clock, systemClock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import type { Jobs } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { DEMO_AGENTS } from "./agents";
import { agentsByName } from "./play";
import { schedulePlay } from "./play-scenario";
import { SCENARIOS } from "./scenarios";
import { currentCtx, readEndOfHistory, stageAt, timeOf } from "./staging";
import { createTools } from "./tools";

/** When the agents were created: before the first scenario. */
const AGENTS_CREATED = { daysAgo: 31, minuteOfDay: 14 * 60 };

/** Nothing of the demo expires for as long as the settings allow. */
const SETTINGS = UpdateWorkspace.parse({
  timezone: "America/New_York",
  defaults: {
    recording: { retention_days: MAX_RETENTION_DAYS.recording },
    transcript: { retention_days: MAX_RETENTION_DAYS.transcript },
  },
});

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
 * Creates the demo workspace for the owner of the first workspace, with its agents, and schedules its scenarios. Safe to
 * repeat: existing rows remain, and a played scenario does not play again.
 */
export async function createDemoWorkspace(
  { workspaceId, userId }: Jobs["demo.fill"],
  clock: Clock = systemClock,
): Promise<void> {
  await createWorkspace({ name: DEMO_NAME, owner: { userId }, id: workspaceId }, clock);
  const endOfHistory = await readEndOfHistory(currentCtx(workspaceId));
  const { ctx } = stageAt(workspaceId, timeOf(AGENTS_CREATED, endOfHistory));
  await updateWorkspace(ctx, SETTINGS);
  await createTools(ctx);
  await createAgents(ctx);
  await schedulePlay(workspaceId, 0, clock);
  log.info({ workspaceId, scenarios: SCENARIOS.length }, "created the demo workspace");
}

import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { workerLives } from "@/lib/platform/jobs/live";
import { jobCounts, selectConversations } from "./counts";
import type { WorkspaceHealth } from "./schema";

/**
 * How the workspace's own jobs and conversations are, in both environments. Of others it holds nothing, nor of how many
 * workers there are: that is the operator's (`installationHealth`).
 */
export async function workspaceHealth(ctx: Ctx): Promise<WorkspaceHealth> {
  const [works, jobs, conversations] = await Promise.all([
    workerLives(),
    ctx.db.all(db.selectFrom(jobCounts.as("jobs")).selectAll()),
    ctx.db.all(selectConversations(ctx.workspaceId)),
  ]);
  return { at: ctx.now(), works, jobs, conversations };
}

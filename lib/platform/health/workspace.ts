import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { isWorkerRunning } from "@/lib/platform/jobs/worker-running";
import { jobCounts, selectConversations } from "./counts";
import type { WorkspaceHealth } from "./schema";

/**
 * Reads the health of a workspace's own jobs and calls, in both environments. It shows nothing of other
 * workspaces and not the number of workers, which only the operator sees (`installationHealth`).
 */
export async function readWorkspaceHealth(ctx: Ctx): Promise<WorkspaceHealth> {
  const [works, jobs, conversations] = await Promise.all([
    isWorkerRunning(),
    ctx.db.all(db.selectFrom(jobCounts.as("jobs")).selectAll()),
    ctx.db.all(selectConversations(ctx.workspaceId)),
  ]);
  return { at: ctx.now(), works, jobs, conversations };
}

import type { Ctx } from "@/lib/platform/context";
import type { Jobs } from "@/lib/platform/jobs";

type Job = [name: "calls.reindex", payload: Jobs["calls.reindex"], options: { key: string; runAt: string }];

/**
 * Job that reindexes the words of an agent's settled calls after a variable was marked sensitive, so that
 * masked words cannot be searched. A continuation after the call `after` has a separate job key, so that it
 * does not replace a new run.
 */
export const reindexJob = (
  ctx: Pick<Ctx, "workspaceId" | "now">,
  agentId: string,
  after: string | null = null,
): Job => [
  "calls.reindex",
  { workspaceId: ctx.workspaceId, agentId, after },
  { key: ["reindex", agentId, ...(after === null ? [] : [after])].join(":"), runAt: ctx.now() },
];

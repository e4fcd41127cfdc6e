import type { Ctx } from "@/lib/platform/context";
import type { Jobs } from "@/lib/platform/jobs";

type Job = [name: "calls.reindex", payload: Jobs["calls.reindex"], options: { key: string; runAt: string }];

/**
 * The job that indexes the words of an agent's settled calls anew, for whoever has marked a variable sensitive: a word
 * that is masked now must not be found any more. The rest of a run, behind the call `after`, has a key of its own, so
 * that it never takes the place of a fresh start.
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

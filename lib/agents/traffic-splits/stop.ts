import { writeDeployedAgent } from "@/lib/agents/agents";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import type { IfMatch } from "@/lib/platform/if-match";
import { endSplit, lockRunningSplit, NO_SPLIT } from "./end";
import { splitAuditView } from "./row";

/**
 * Stops the running traffic split: new calls run the live version, and calls in progress keep theirs. Throws `not_found`,
 * `precondition_failed`, and `invalid_state` without a running split.
 */
export async function stopTrafficSplit(ctx: Ctx, agentId: string, ifMatch: IfMatch = null): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const { agent, split } = await lockRunningSplit(tx, ctx, agentId, ifMatch);
    const ended = await endSplit(tx, ctx, split, "stopped");
    await writeDeployedAgent(tx, ctx, agent, { ...agent, ...NO_SPLIT, updated_at: ctx.now() });
    return {
      result: undefined,
      audit: {
        action: "agent.traffic_split_stopped",
        target: agentId,
        before: splitAuditView(split),
        after: splitAuditView(ended),
      },
    };
  });
}

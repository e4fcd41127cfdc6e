import {
  admitVersion,
  agentAuditView,
  readCandidate,
  toAgent,
  writeDeployedAgent,
} from "@/lib/agents/agents";
import type { Agent } from "@/lib/agents/agents/schema";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import type { IfMatch } from "@/lib/platform/if-match";
import { endSplit, lockRunningSplit, NO_SPLIT } from "./end";
import { splitAuditView } from "./row";
import type { PromoteCandidate } from "./schema";

/**
 * Makes the candidate of the running traffic split the live version, and ends the split. The checks are those of a deploy, as
 * tools and providers can have changed since the start. Throws `not_found`, `precondition_failed`, `invalid_state` without a
 * running split or while a required suite has not passed, and `validation_error` with all problems.
 */
export async function promoteCandidate(
  ctx: Ctx,
  agentId: string,
  input: PromoteCandidate = {},
  ifMatch: IfMatch = null,
): Promise<Agent> {
  return writeAudited(ctx, async (tx) => {
    const { agent, split } = await lockRunningSplit(tx, ctx, agentId, ifMatch);
    const candidate = await readCandidate(tx, ctx.workspaceId, agent, split.candidate_version);
    const { marks, override } = await admitVersion(tx, ctx, agent, candidate, input.override_suites_reason);
    const now = ctx.now();
    const ended = await endSplit(tx, ctx, split, "promoted");
    const live = await writeDeployedAgent(tx, ctx, agent, {
      ...agent,
      ...NO_SPLIT,
      live_version: split.candidate_version,
      live_digest: candidate.digest,
      sensitive_marks: marks,
      updated_at: now,
      deployed_at: now,
    });
    return {
      result: toAgent(live),
      audit: [
        {
          action: "agent.traffic_split_promoted",
          target: agentId,
          before: splitAuditView(split),
          after: splitAuditView(ended),
        },
        {
          action: "agent.deployed",
          target: agentId,
          before: agentAuditView(agent),
          after: { ...agentAuditView(live), live_digest: live.live_digest, ...override },
        },
      ],
    };
  });
}

import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import type { IfMatch } from "@/lib/platform/if-match";
import {
  admitVersion,
  lockAgentToDeploy,
  recordVersion,
  requireNoSplit,
  writeDeployedAgent,
} from "./admit-version";
import { auditView } from "./audit-view";
import { isRunning, readCandidate } from "./deploy-candidate";
import { toAgent } from "./read";
import type { Agent, DeployAgent } from "./schema";

/**
 * Makes an agent live: with the draft, frozen as the next version, or with an older version, which rolls back
 * and keeps the draft. Deploying the running configuration returns the agent unchanged, and drops the note.
 * Throws `not_found`, `precondition_failed`, `invalid_state` for an archived agent, while a traffic split runs, and for an agent
 * whose required suites have not passed, and `validation_error` with all problems. The agent's row is locked, so the second of
 * two concurrent deploys sees the result of the first.
 */
export async function deployAgent(
  ctx: Ctx,
  id: string,
  input: DeployAgent = {},
  ifMatch: IfMatch = null,
): Promise<Agent> {
  return writeAudited(ctx, async (tx) => {
    const row = await lockAgentToDeploy(tx, ctx, id, ifMatch);
    requireNoSplit(row);
    const next = await readCandidate(tx, ctx.workspaceId, row, input.version);
    if (isRunning(row, next)) return { result: toAgent(row), audit: null };
    const { marks, override } = await admitVersion(tx, ctx, row, next, input.override_suites_reason);
    const now = ctx.now();
    const live = await writeDeployedAgent(tx, ctx, row, {
      ...row,
      status: "live",
      live_version: await recordVersion(tx, ctx, row, next, input.note ?? null),
      live_digest: next.digest,
      sensitive_marks: marks,
      updated_at: now,
      deployed_at: now,
    });
    return {
      result: toAgent(live),
      audit: {
        action: "agent.deployed",
        target: id,
        before: auditView(row),
        after: { ...auditView(live), live_digest: live.live_digest, ...override },
      },
    };
  });
}

import { readAgent } from "@/lib/agents/agents";
import { readFailedCalls } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { CaseProposal } from "./schema";

/** Proposals of one answer: more would not be read. */
const MAX_PROPOSALS = 50;

const selectDismissed = (workspaceId: string, agentId: string) =>
  db
    .selectFrom("dismissed_proposals")
    .select("call_id")
    .where("workspace_id", "=", workspaceId)
    .where("agent_id", "=", agentId);

/**
 * Reads the newest calls of an agent that failed and are not dismissed, in this environment, as proposals for test cases. Throws
 * `not_found`.
 */
export async function readProposals(ctx: Ctx, agentId: string): Promise<{ data: CaseProposal[] }> {
  await readAgent(ctx, agentId);
  const dismissed = await ctx.db.all(selectDismissed(ctx.workspaceId, agentId));
  const calls = await readFailedCalls(ctx, agentId, new Set(dismissed.map(({ call_id: id }) => id)));
  return {
    data: calls.slice(0, MAX_PROPOSALS).map(({ id, callerTurns, notUnderstood, ...call }) => ({
      call_id: id,
      reason: call.reason,
      channel: call.channel,
      end_reason: call.end_reason,
      outcome_tag: call.outcome_tag,
      caller_turns: callerTurns,
      misunderstood_turns: notUnderstood,
      created_at: call.created_at,
    })),
  };
}

import { readAgent } from "@/lib/agents/agents";
import { readCall } from "@/lib/calls/calls";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";

/** Dismisses the proposal of a call of this agent permanently. Safe to repeat. Throws `not_found`. */
export async function dismissProposal(ctx: Ctx, agentId: string, callId: string): Promise<void> {
  await readAgent(ctx, agentId);
  const { agent_id: agentOfCall } = await readCall(ctx, callId);
  if (agentOfCall !== agentId) throw notFound();
  const row = {
    workspace_id: ctx.workspaceId,
    agent_id: agentId,
    call_id: callId,
    dismissed_at: ctx.now(),
  };
  await writeAudited(ctx, async (tx) => {
    await tx.all(
      db
        .insertInto("dismissed_proposals")
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    );
    return {
      result: undefined,
      audit: { action: "case_proposal.dismissed", target: callId, after: { agent_id: agentId } },
    };
  });
}

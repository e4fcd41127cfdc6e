import { type AgentRow, lockAgentToDeploy } from "@/lib/agents/agents";
import type { Ctx } from "@/lib/platform/context";
import type { Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { IfMatch } from "@/lib/platform/if-match";
import { type SplitRow, selectCurrentSplit, updateSplit } from "./row";

/** The columns of an agent without a split. */
export const NO_SPLIT = { split_id: null, candidate_version: null, candidate_percent: null } as const;

/** Locks an agent with its running split. Throws `not_found`, `precondition_failed`, and `invalid_state` without a running split. */
export async function lockRunningSplit(
  tx: Tx,
  ctx: Ctx,
  agentId: string,
  ifMatch: IfMatch,
): Promise<{ agent: AgentRow; split: SplitRow }> {
  const agent = await lockAgentToDeploy(tx, ctx, agentId, ifMatch);
  const split = await tx.first(selectCurrentSplit(ctx.workspaceId, agent));
  if (agent.split_id === null || split === undefined) throw new AppError("no_traffic_split");
  return { agent, split };
}

/** Writes the end of a split whose agent is locked. Returns the ended split. */
export async function endSplit(
  tx: Tx,
  ctx: Ctx,
  split: SplitRow,
  status: "promoted" | "stopped",
): Promise<SplitRow> {
  const end = { status, ended_at: ctx.now(), ended_by: ctx.actor.id };
  await tx.all(updateSplit(ctx, split.id).set(end));
  return { ...split, ...end };
}

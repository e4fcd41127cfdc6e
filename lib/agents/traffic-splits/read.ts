import { readAgentRow } from "@/lib/agents/agents";
import type { Ctx } from "@/lib/platform/context";
import { notFound } from "@/lib/platform/errors";
import { selectCurrentSplit, toTrafficSplit } from "./row";
import type { TrafficSplit } from "./schema";

/** Reads the running traffic split of an agent, else the latest one. Throws `not_found` for an agent without any. */
export async function readTrafficSplit(ctx: Ctx, agentId: string): Promise<TrafficSplit> {
  const agent = await readAgentRow(ctx, agentId);
  const split = await ctx.db.first(selectCurrentSplit(ctx.workspaceId, agent));
  if (split === undefined) throw notFound();
  return toTrafficSplit(split, agent);
}

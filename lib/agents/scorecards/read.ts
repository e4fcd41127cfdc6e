import { readAgent } from "@/lib/agents/agents";
import type { Ctx } from "@/lib/platform/context";
import type { Scorecard } from "./schema";
import { selectScorecard, toScorecard } from "./stored-scorecard";

/** Reads an agent's scorecard. It is empty before its first change. Throws `not_found` for an unknown agent. */
export async function readScorecard(ctx: Ctx, agentId: string): Promise<Scorecard> {
  const { id } = await readAgent(ctx, agentId);
  return toScorecard(id, await ctx.db.first(selectScorecard(ctx.workspaceId, id)));
}

import type { Ctx } from "@/lib/platform/context";
import { type DeployCandidate, readCandidate } from "./deploy-candidate";
import { orNotFound, selectAgent } from "./read";
import { sensitiveOfNewCall } from "./sensitive";

/** A configuration as a test suite runs it: with its digest, and the variables that are masked. */
export type AgentForSuite = DeployCandidate & { sensitive: string[] };

/** Reads the draft of an agent, or one of its versions. Throws `not_found`, and `validation_error` for an unknown version. */
export async function readAgentForSuite(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  id: string,
  version: number | undefined,
): Promise<AgentForSuite> {
  const row = orNotFound(await ctx.db.first(selectAgent(ctx.workspaceId, id)));
  const candidate = await readCandidate(ctx.db, ctx.workspaceId, row, version);
  return { ...candidate, sensitive: sensitiveOfNewCall(candidate.config, row.draft) };
}

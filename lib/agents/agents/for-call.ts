import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { orNotFound, selectAgent } from "./read";
import type { AgentConfig, AgentPolicy } from "./schema";
import { type SensitiveMarks, sensitiveOfNewCall } from "./sensitive";
import { liveConfig } from "./versions";

/**
 * The agent as a call uses it: configuration, version number (null for the draft), current policy, and
 * sensitive variables.
 */
export type AgentForCall = {
  config: AgentConfig;
  version: number | null;
  policy: AgentPolicy;
  sensitive: string[];
};

/**
 * Reads the agent for a new call: its live version, or the draft if `draft` is set. Throws `not_found`, and
 * `invalid_state` for an archived agent or one without a live version.
 */
export async function readAgentForCall(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  id: string,
  { draft }: { draft: boolean },
): Promise<AgentForCall> {
  const row = orNotFound(await ctx.db.first(selectAgent(ctx.workspaceId, id)));
  if (row.status === "archived") throw new AppError("archived_agent_takes_no_calls");
  const config = draft ? row.draft : await liveConfig(ctx.db, ctx.workspaceId, row);
  if (config === null) throw new AppError("agent_not_live");
  const version = draft ? null : row.live_version;
  return { config, version, policy: row.policy, sensitive: sensitiveOfNewCall(config, row.draft) };
}

/**
 * Reads an agent's current draft variables and past marks, which masking stored calls needs. Throws
 * `not_found`.
 */
export async function readMarks(ctx: Pick<Ctx, "workspaceId" | "db">, id: string): Promise<SensitiveMarks> {
  return orNotFound(await ctx.db.first(selectAgent(ctx.workspaceId, id))).sensitive_marks;
}

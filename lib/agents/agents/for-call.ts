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

const invalidState = (message: string) => new AppError("invalid_state", message);

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
  if (row.status === "archived") throw invalidState("The agent is archived and takes no calls.");
  const config = draft ? row.draft : await liveConfig(ctx.db, ctx.workspaceId, row);
  if (config === null) throw invalidState("The agent is not live. Deploy it first.");
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

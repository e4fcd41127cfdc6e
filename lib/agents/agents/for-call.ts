import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { found, selectAgent } from "./read";
import type { AgentConfig, AgentPolicy } from "./schema";
import { type SensitiveMarks, sensitiveOfNewCall } from "./sensitive";
import { liveConfig } from "./versions";

/** What a call runs: the configuration, its number (null: the draft), the policy of now, and what is masked. */
export type AgentForCall = {
  config: AgentConfig;
  version: number | null;
  policy: AgentPolicy;
  sensitive: string[];
};

const invalidState = (message: string) => new AppError("invalid_state", message);

/**
 * What a new call of this agent runs: its live version, or the draft where `draft` rehearses. Throws `not_found`, and
 * `invalid_state` for an archived agent or one without a live version.
 */
export async function agentForCall(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  id: string,
  { draft }: { draft: boolean },
): Promise<AgentForCall> {
  const row = found(await ctx.db.one(selectAgent(ctx.workspaceId, id)));
  if (row.status === "archived") throw invalidState("The agent is archived and takes no calls.");
  const config = draft ? row.draft : await liveConfig(ctx.db, ctx.workspaceId, row);
  if (config === null) throw invalidState("The agent is not live. Deploy it first.");
  const version = draft ? null : row.live_version;
  return { config, version, policy: row.policy, sensitive: sensitiveOfNewCall(config, row.draft) };
}

/** What masking stored calls of an agent needs of it now: its draft's and its past marks. Throws `not_found`. */
export async function marksOf(ctx: Pick<Ctx, "workspaceId" | "db">, id: string): Promise<SensitiveMarks> {
  return found(await ctx.db.one(selectAgent(ctx.workspaceId, id))).sensitive_marks;
}

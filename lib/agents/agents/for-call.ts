import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { type AgentRow, orNotFound, selectAgent } from "./read";
import type { AgentConfig, AgentPolicy } from "./schema";
import { type SplitArm, type SplitCaller, selectArm } from "./select-arm";
import { type SensitiveMarks, sensitiveOfNewCall } from "./sensitive";
import { agentConfigDocument } from "./stored-documents";
import { liveConfig, selectVersion } from "./versions";

/**
 * The agent as a call uses it: configuration, version number (null for the draft), current policy, sensitive variables, and the
 * traffic split that selected the version (null without a split).
 */
export type AgentForCall = {
  config: AgentConfig;
  version: number | null;
  policy: AgentPolicy;
  sensitive: string[];
  split: { id: string; arm: SplitArm } | null;
};

/** A live agent for calls to several people. `candidate` and `split` are null unless a split is running. */
export type AgentForCalls = {
  live: AgentForCall;
  candidate: AgentForCall | null;
  split: { id: string; percent: number } | null;
};

type CallCtx = Pick<Ctx, "workspaceId" | "db" | "environment">;

const toAgentForCall = (
  { draft, policy }: AgentRow,
  config: AgentConfig,
  version: number | null,
  split: AgentForCall["split"],
): AgentForCall => ({ config, version, policy, sensitive: sensitiveOfNewCall(config, draft), split });

async function readOpenAgent(ctx: CallCtx, id: string): Promise<AgentRow> {
  const row = orNotFound(await ctx.db.first(selectAgent(ctx.workspaceId, id)));
  if (row.status === "archived") throw new AppError("archived_agent_takes_no_calls");
  return row;
}

/** The candidate of the running split. Only calls of the live environment take part. */
async function readCandidateForCalls(ctx: CallCtx, row: AgentRow): Promise<AgentForCall | null> {
  const { split_id: splitId, candidate_version: version } = row;
  if (ctx.environment !== "live" || splitId === null || version === null) return null;
  const frozen = await ctx.db.first(selectVersion(ctx.workspaceId, row.id, version));
  if (frozen === undefined) return null;
  return toAgentForCall(row, agentConfigDocument.read(frozen.config), version, {
    id: splitId,
    arm: "candidate",
  });
}

async function toAgentForCalls(ctx: CallCtx, row: AgentRow): Promise<AgentForCalls> {
  const [config, candidate] = await Promise.all([
    liveConfig(ctx.db, ctx.workspaceId, row),
    readCandidateForCalls(ctx, row),
  ]);
  if (config === null) throw new AppError("agent_not_live");
  const { split_id: id, candidate_percent: percent } = row;
  const split = candidate === null || id === null || percent === null ? null : { id, percent };
  const live = toAgentForCall(row, config, row.live_version, split && { id: split.id, arm: "live" });
  return { live, candidate, split };
}

/** The versions that calls of a live agent run. */
export const versionsForCalls = ({ live, candidate }: AgentForCalls): AgentForCall[] =>
  candidate === null ? [live] : [live, candidate];

/** Selects the version for a call to this person: that of their arm while a split is running. */
export function selectAgentForCall(
  { live, candidate, split }: AgentForCalls,
  caller: SplitCaller,
): AgentForCall {
  if (split === null || candidate === null) return live;
  return selectArm(split.id, split.percent, caller) === "candidate" ? candidate : live;
}

/**
 * Reads a live agent for calls to several people. Throws `not_found`, and `invalid_state` for an archived agent or one without
 * a live version.
 */
export async function readAgentForCalls(ctx: CallCtx, id: string): Promise<AgentForCalls> {
  return toAgentForCalls(ctx, await readOpenAgent(ctx, id));
}

/** The draft, or a version that new calls run. A test call has no caller, and takes no part in a split. */
type ReadForCall = { draft: boolean; caller: SplitCaller | null };

/**
 * Reads the agent for a new call: the version that its caller selects, or the draft if `draft` is set. Throws `not_found`, and
 * `invalid_state` for an archived agent or one without a live version.
 */
export async function readAgentForCall(
  ctx: CallCtx,
  id: string,
  { draft, caller }: ReadForCall,
): Promise<AgentForCall> {
  const row = await readOpenAgent(ctx, id);
  if (draft) return toAgentForCall(row, row.draft, null, null);
  const agent = await toAgentForCalls(ctx, row);
  return caller === null ? { ...agent.live, split: null } : selectAgentForCall(agent, caller);
}

/**
 * Reads an agent's current draft variables and past marks, which masking stored calls needs. Throws
 * `not_found`.
 */
export async function readMarks(ctx: Pick<Ctx, "workspaceId" | "db">, id: string): Promise<SensitiveMarks> {
  return orNotFound(await ctx.db.first(selectAgent(ctx.workspaceId, id))).sensitive_marks;
}

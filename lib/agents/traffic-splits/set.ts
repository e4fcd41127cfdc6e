import {
  type AgentRow,
  admitVersion,
  freezeDraft,
  isRunning,
  lockAgentToDeploy,
  readCandidate,
  writeDeployedAgent,
} from "@/lib/agents/agents";
import { type AuditEvent, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { IfMatch } from "@/lib/platform/if-match";
import { type SplitRow, selectCurrentSplit, splitAuditView, toTrafficSplit, updateSplit } from "./row";
import type { SetTrafficSplit, TrafficSplit } from "./schema";

type Change = { result: TrafficSplit; audit: AuditEvent | null };

/** Throws `invalid_state` unless the agent has a live version that differs from the candidate. */
function requireLive(row: AgentRow, isSame: boolean): number {
  if (row.status !== "live" || row.live_version === null) throw new AppError("agent_not_live");
  if (isSame) throw new AppError("candidate_is_live");
  return row.live_version;
}

async function startSplit(tx: Tx, ctx: Ctx, row: AgentRow, input: SetTrafficSplit): Promise<Change> {
  const candidate = await readCandidate(tx, ctx.workspaceId, row, input.version);
  const liveVersion = requireLive(row, isRunning(row, candidate));
  const { running, marks, override } = await admitVersion(
    tx,
    ctx,
    row,
    candidate,
    input.override_suites_reason,
  );
  // Numbers and campaigns lead to agents by their type.
  if (running?.type !== candidate.config.type) throw new AppError("candidate_of_other_type");
  const version = candidate.version ?? (await freezeDraft(tx, ctx, row, candidate, input.note ?? null));
  const now = ctx.now();
  const split: SplitRow = {
    id: newId("spl", Date.parse(now)),
    agent_id: row.id,
    live_version: liveVersion,
    candidate_version: version,
    percent: input.percent,
    status: "running",
    started_at: now,
    started_by: ctx.actor.id,
    changed_at: null,
    ended_at: null,
    ended_by: null,
  };
  await tx.all(db.insertInto("traffic_splits").values({ ...split, workspace_id: ctx.workspaceId }));
  const agent = await writeDeployedAgent(tx, ctx, row, {
    ...row,
    split_id: split.id,
    candidate_version: version,
    candidate_percent: input.percent,
    sensitive_marks: marks,
    updated_at: now,
  });
  const after = { ...splitAuditView(split), candidate_digest: candidate.digest, ...override };
  return {
    result: toTrafficSplit(split, agent),
    audit: { action: "agent.traffic_split_started", target: row.id, after },
  };
}

async function changePercent(tx: Tx, ctx: Ctx, row: AgentRow, input: SetTrafficSplit): Promise<Change> {
  const split = await tx.first(selectCurrentSplit(ctx.workspaceId, row));
  if (split === undefined) throw notFound();
  if (input.version !== undefined && input.version !== split.candidate_version)
    throw new AppError("traffic_split_running");
  const { percent } = input;
  if (percent === split.percent) return { result: toTrafficSplit(split, row), audit: null };
  const now = ctx.now();
  const changed: SplitRow = { ...split, percent, changed_at: now };
  await tx.all(updateSplit(ctx, split.id).set({ percent, changed_at: now }));
  const agent = await writeDeployedAgent(tx, ctx, row, {
    ...row,
    candidate_percent: percent,
    updated_at: now,
  });
  return {
    result: toTrafficSplit(changed, agent),
    audit: {
      action: "agent.traffic_split_changed",
      target: row.id,
      before: splitAuditView(split),
      after: splitAuditView(changed),
    },
  };
}

/**
 * Starts a traffic split between the live version and a candidate, which is the draft, frozen as the next version, or an
 * existing version; or changes the percentage of the running split. Throws `not_found`, `precondition_failed`, `invalid_state`
 * for an agent that is not live, for a candidate that is live or has another type, for another candidate while a split is
 * running, and for a candidate whose required suites have not passed, and `validation_error` with all problems.
 */
export async function setTrafficSplit(
  ctx: Ctx,
  agentId: string,
  input: SetTrafficSplit,
  ifMatch: IfMatch = null,
): Promise<TrafficSplit> {
  return writeAudited(ctx, async (tx) => {
    const row = await lockAgentToDeploy(tx, ctx, agentId, ifMatch);
    const change = row.split_id === null ? startSplit : changePercent;
    return change(tx, ctx, row, input);
  });
}

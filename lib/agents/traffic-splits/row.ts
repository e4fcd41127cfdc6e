import type { AgentRow } from "@/lib/agents/agents";
import type { AuditView } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { TrafficSplit } from "./schema";

export type SplitRow = Omit<TrafficSplit, "revision">;

const COLUMNS = [
  "id",
  "agent_id",
  "live_version",
  "candidate_version",
  "percent",
  "status",
  "started_at",
  "started_by",
  "changed_at",
  "ended_at",
  "ended_by",
] as const;

/** Selects the splits of an agent. */
export const selectSplits = (workspaceId: string, agentId: string) =>
  db
    .selectFrom("traffic_splits")
    .select(COLUMNS)
    .$narrowType<{ status: SplitRow["status"] }>()
    .where("workspace_id", "=", workspaceId)
    .where("agent_id", "=", agentId);

/** Selects the running split of an agent, else the latest one. */
export function selectCurrentSplit(workspaceId: string, agent: Pick<AgentRow, "id" | "split_id">) {
  const splits = selectSplits(workspaceId, agent.id);
  if (agent.split_id !== null) return splits.where("id", "=", agent.split_id);
  return splits.orderBy("started_at", "desc").orderBy("id", "desc").limit(1);
}

/** Updates a split whose agent is locked. */
export const updateSplit = (ctx: Ctx, id: string) =>
  db.updateTable("traffic_splits").where("workspace_id", "=", ctx.workspaceId).where("id", "=", id);

export const toTrafficSplit = (row: SplitRow, { revision }: Pick<AgentRow, "revision">): TrafficSplit => ({
  ...row,
  revision,
});

/** The split as the audit log stores it. */
export const splitAuditView = (row: Omit<SplitRow, "agent_id">): AuditView => ({
  split_id: row.id,
  split_status: row.status,
  live_version: row.live_version,
  candidate_version: row.candidate_version,
  percent: row.percent,
});

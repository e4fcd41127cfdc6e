import type { Ctx } from "@/lib/platform/context";
import { compileOnce, db } from "@/lib/platform/db";
import { listPage, type Page } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import type { Agent, AgentConfig, AgentPolicy, ListAgents } from "./schema";
import type { SensitiveMarks } from "./sensitive";
import { agentConfigDocument, agentPolicyDocument } from "./stored-documents";

/** An agent's row, with its documents parsed. */
export type AgentRow = {
  id: string;
  name: string;
  status: Agent["status"];
  draft: AgentConfig;
  draft_digest: string;
  policy: AgentPolicy;
  sensitive_marks: SensitiveMarks;
  live_version: number | null;
  live_digest: string | null;
  /** The running traffic split, its candidate and the percentage of new calls that run it; null without a split. */
  split_id: string | null;
  candidate_version: number | null;
  candidate_percent: number | null;
  revision: string;
  created_at: string;
  updated_at: string;
  deployed_at: string | null;
};

const COLUMNS = [
  "id",
  "name",
  "status",
  "draft",
  "draft_digest",
  "policy",
  "sensitive_marks",
  "live_version",
  "live_digest",
  "split_id",
  "candidate_version",
  "candidate_percent",
  "revision",
  "created_at",
  "updated_at",
  "deployed_at",
] as const;

const selectAgents = (workspaceId: string) =>
  db.selectFrom("agents").select(COLUMNS).where("workspace_id", "=", workspaceId);

/** Selects one agent's row, for a reader or, with `forUpdate`, a transaction. */
export const selectAgent = (workspaceId: string, id: string) =>
  selectAgents(workspaceId).where("id", "=", id);

const oneAgent = compileOnce(({ workspaceId, id }: { workspaceId: string; id: string }) =>
  selectAgent(workspaceId, id),
);

type Selected = { [K in (typeof COLUMNS)[number]]: unknown };

/** Returns the row. Throws `not_found` if it is missing. */
export function orNotFound(row: Selected | undefined): AgentRow {
  if (row === undefined) throw notFound();
  return {
    ...(row as AgentRow),
    draft: agentConfigDocument.read(row.draft),
    policy: agentPolicyDocument.read(row.policy),
  };
}

export const toAgent = (row: AgentRow): Agent => ({
  id: row.id,
  ...row.draft,
  ...row.policy,
  status: row.status,
  live_version: row.live_version,
  has_unpublished_changes: row.live_digest !== row.draft_digest,
  revision: row.revision,
  created_at: row.created_at,
  updated_at: row.updated_at,
  deployed_at: row.deployed_at,
});

/** Reads an agent's row, archived ones included. Throws `not_found`. */
export async function readAgentRow(ctx: Ctx, id: string): Promise<AgentRow> {
  return orNotFound(await ctx.db.first(oneAgent({ workspaceId: ctx.workspaceId, id })));
}

/** Reads an agent, archived ones included. Throws `not_found`. */
export async function readAgent(ctx: Ctx, id: string): Promise<Agent> {
  return toAgent(await readAgentRow(ctx, id));
}

/** Lists agents, newest first. Archived ones are included only if `status` selects them. */
export async function listAgents(ctx: Ctx, { status, ...page }: ListAgents): Promise<Page<Agent>> {
  const all = selectAgents(ctx.workspaceId);
  const some =
    status === undefined ? all.where("status", "!=", "archived") : all.where("status", "=", status);
  const { data, ...pageInfo } = await listPage(ctx, some, page);
  return { ...pageInfo, data: data.map((row) => toAgent(orNotFound(row))) };
}

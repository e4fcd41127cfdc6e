import type { Ctx } from "@/lib/platform/context";
import { db, prepared } from "@/lib/platform/db";
import { listPage, type Page } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import type { Agent, AgentConfig, AgentPolicy, ListAgents } from "./schema";
import type { SensitiveMarks } from "./sensitive";

/** An agent as its row holds it. The verbs of this room alone write it, so its parts are what they say. */
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
  "created_at",
  "updated_at",
  "deployed_at",
] as const;

const selectAgents = (workspaceId: string) =>
  db.selectFrom("agents").select(COLUMNS).where("workspace_id", "=", workspaceId);

/** One agent's row, for a reader or, with `forUpdate`, a transaction to run. */
export const selectAgent = (workspaceId: string, id: string) =>
  selectAgents(workspaceId).where("id", "=", id);

const oneAgent = prepared(({ workspaceId, id }: { workspaceId: string; id: string }) =>
  selectAgent(workspaceId, id),
);

type Selected = { [K in (typeof COLUMNS)[number]]: unknown };

/** The row, or the 404. */
export function found(row: Selected | undefined): AgentRow {
  if (row === undefined) throw notFound();
  return row as AgentRow;
}

/** A stored configuration with the field that those of earlier releases lack. */
export const withFallback = (config: AgentConfig): AgentConfig => ({
  ...config,
  fallback_model: config.fallback_model ?? null,
});

export const toAgent = (row: AgentRow): Agent => ({
  id: row.id,
  ...withFallback(row.draft),
  ...row.policy,
  status: row.status,
  live_version: row.live_version,
  has_unpublished_changes: row.live_digest !== row.draft_digest,
  created_at: row.created_at,
  updated_at: row.updated_at,
  deployed_at: row.deployed_at,
});

/** An agent, archived ones too. Throws `not_found`. */
export async function readAgent(ctx: Ctx, id: string): Promise<Agent> {
  return toAgent(found(await ctx.db.one(oneAgent({ workspaceId: ctx.workspaceId, id }))));
}

/** Agents, newest first; archived ones only where `status` asks for them. */
export async function listAgents(ctx: Ctx, { status, ...page }: ListAgents): Promise<Page<Agent>> {
  const all = selectAgents(ctx.workspaceId);
  const some =
    status === undefined ? all.where("status", "!=", "archived") : all.where("status", "=", status);
  const { data, ...rest } = await listPage(ctx, some, page);
  return { ...rest, data: data.map((row) => toAgent(found(row))) };
}

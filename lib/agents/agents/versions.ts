import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, type Reader } from "@/lib/platform/db";
import { listPage, type Order, type Page, type PageQuery } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { type AgentRow, orNotFound, selectAgent } from "./read";
import { readLastRollbacks } from "./rollbacks";
import type { AgentConfig, AgentVersion, AgentVersionItem } from "./schema";
import { agentConfigDocument } from "./stored-documents";

/** Highest number first. The rows of one agent share the ID. */
const BY_VERSION: Order = { column: "version", kind: "number", direction: "desc", id: "agent_id" };

const selectVersions = (workspaceId: string, agentId: string) =>
  db
    .selectFrom("agent_versions")
    .select(["agent_id as id", "version", "note", "created_at", "created_by"])
    .where("workspace_id", "=", workspaceId)
    .where("agent_id", "=", agentId);

/** Selects one version with its configuration and digest, for a reader or a transaction. */
export const selectVersion = (workspaceId: string, agentId: string, version: number) =>
  selectVersions(workspaceId, agentId).select(["config", "digest"]).where("version", "=", version);

/** Reads the configuration that an agent's new calls run; null if the agent is not live. */
export async function liveConfig(
  read: Pick<Reader, "first">,
  workspaceId: string,
  row: Pick<AgentRow, "id" | "status" | "live_version">,
): Promise<AgentConfig | null> {
  if (row.status !== "live" || row.live_version === null) return null;
  const version = await read.first(selectVersion(workspaceId, row.id, row.live_version));
  return version === undefined ? null : agentConfigDocument.read(version.config);
}

/** Returns the number of an agent's next version. A writer must have locked the agent's row. */
export async function nextVersion(
  read: Pick<Reader, "first">,
  workspaceId: string,
  agentId: string,
): Promise<number> {
  const last = await read.first(
    db
      .selectFrom("agent_versions")
      .select(sql<number>`coalesce(max(version), 0)`.as("version"))
      .where("workspace_id", "=", workspaceId)
      .where("agent_id", "=", agentId),
  );
  return (last?.version ?? 0) + 1;
}

type VersionRow = { id: string } & Pick<AgentVersionItem, "version" | "note" | "created_at" | "created_by">;
type Rollbacks = Awaited<ReturnType<typeof readLastRollbacks>>;

const toItem = (agent: AgentRow, row: VersionRow, rollbacks: Rollbacks): AgentVersionItem => ({
  agent_id: row.id,
  version: row.version,
  live: agent.status === "live" && agent.live_version === row.version,
  note: row.note,
  created_at: row.created_at,
  created_by: row.created_by,
  last_rollback: rollbacks.get(row.version) ?? null,
});

/** Lists the versions of an agent, newest first, without configurations. Throws `not_found`. */
export async function listVersions(
  ctx: Ctx,
  agentId: string,
  page: PageQuery,
): Promise<Page<AgentVersionItem>> {
  const agent = orNotFound(await ctx.db.first(selectAgent(ctx.workspaceId, agentId)));
  const { data, ...pageInfo } = await listPage(
    ctx,
    selectVersions(ctx.workspaceId, agentId),
    page,
    BY_VERSION,
  );
  const rollbacks = await readLastRollbacks(
    ctx,
    agentId,
    data.map(({ version }) => version),
  );
  return { ...pageInfo, data: data.map((row) => toItem(agent, row, rollbacks)) };
}

/** Reads one version with its configuration. Throws `not_found`. */
export async function readVersion(ctx: Ctx, agentId: string, version: number): Promise<AgentVersion> {
  const [[agent], [row]] = await ctx.db.batch(
    selectAgent(ctx.workspaceId, agentId),
    selectVersion(ctx.workspaceId, agentId, version),
  );
  if (row === undefined) throw notFound();
  const rollbacks = await readLastRollbacks(ctx, agentId, [version]);
  return { ...toItem(orNotFound(agent), row, rollbacks), config: agentConfigDocument.read(row.config) };
}

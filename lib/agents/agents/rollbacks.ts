import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, type Reader } from "@/lib/platform/db";
import type { AgentVersionItem } from "./schema";

type Rollback = NonNullable<AgentVersionItem["last_rollback"]>;

/** Inserts a rollback with the next number of its agent, whose row must be locked. */
export function insertRollback(
  ctx: Ctx,
  { agentId, version, note }: { agentId: string; version: number; note: string | null },
): Compilable<unknown> {
  return db.insertInto("agent_rollbacks").values({
    workspace_id: ctx.workspaceId,
    agent_id: agentId,
    number: sql<number>`(select coalesce(max(number), 0) + 1 from agent_rollbacks
      where workspace_id = ${ctx.workspaceId} and agent_id = ${agentId})`,
    version,
    note,
    created_at: ctx.now(),
    created_by: ctx.actor.id,
  });
}

/** Reads the latest rollback to each of these versions of an agent, by version. */
export async function readLastRollbacks(
  { workspaceId, db: read }: { workspaceId: string; db: Pick<Reader, "all"> },
  agentId: string,
  versions: readonly number[],
): Promise<ReadonlyMap<number, Rollback>> {
  if (versions.length === 0) return new Map();
  const rows = await read.all(
    db
      .selectFrom("agent_rollbacks")
      .select(["version", "note", "created_at", "created_by"])
      .distinctOn("version")
      .where("workspace_id", "=", workspaceId)
      .where("agent_id", "=", agentId)
      .where("version", "in", versions)
      .orderBy("version")
      .orderBy("number", "desc"),
  );
  return new Map(rows.map(({ version, ...rollback }) => [version, rollback]));
}

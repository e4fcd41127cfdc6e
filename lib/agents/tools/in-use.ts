import { sql } from "kysely";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/**
 * Throws `conflict` while a live agent's version uses the tool of this name. The caller has locked the tool's
 * row, and a deploy locks the rows of the tools that it checks, so the two cannot run concurrently.
 */
export async function requireNotInUse(tx: Tx, workspaceId: string, name: string): Promise<void> {
  const user = await tx.first(
    db
      .selectFrom("agents as a")
      .innerJoin("agent_versions as v", (on) =>
        on
          .onRef("v.workspace_id", "=", "a.workspace_id")
          .onRef("v.agent_id", "=", "a.id")
          .on(sql<boolean>`v.version in (a.live_version, a.candidate_version)`),
      )
      .select("a.id")
      .where("a.workspace_id", "=", workspaceId)
      .where("a.status", "=", "live")
      .where(sql<boolean>`v.config -> 'tools' @> ${JSON.stringify([name])}::jsonb`)
      .limit(1),
  );
  if (user === undefined) return;
  throw new AppError("tool_used_by_agent", { params: { agent_id: user.id } });
}

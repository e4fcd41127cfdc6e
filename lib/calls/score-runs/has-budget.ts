import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";

/** Whether the cost limits leave at least one further call of the agent, as for a campaign: the judge stops before calls do. */
export async function hasBudget(tx: Tx, { workspaceId, now }: Ctx, agentId: string): Promise<boolean> {
  const row = await tx.first(
    db
      .selectFrom("agents as a")
      .leftJoin("agent_versions as v", (join) =>
        join
          .onRef("v.workspace_id", "=", "a.workspace_id")
          .onRef("v.agent_id", "=", "a.id")
          .onRef("v.version", "=", "a.live_version"),
      )
      .select(
        sql<
          number | null
        >`count_affordable_calls(a.workspace_id, a.id, coalesce(v.config->'cost_limits', '{}'::jsonb),
          ${now()}::timestamptz)`.as("affordable"),
      )
      .where("a.workspace_id", "=", workspaceId)
      .where("a.id", "=", agentId),
  );
  return row?.affordable !== 0;
}

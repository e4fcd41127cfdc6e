import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { selectNumbers } from "./row";

type CallerIdRequest = {
  integrationId: string;
  /** The agent whose number is preferred; null for none. */
  agentId: string | null;
  /** The number that is preferred to all, in E.164; null for none. */
  preferred: string | null;
};

/**
 * Selects the number of a trunk that a call over it shows: the preferred one if it is connected to the trunk, else the agent's,
 * else the oldest. Null if the trunk has no number.
 */
export async function selectCallerId(
  { workspaceId, db: read }: Pick<Ctx, "workspaceId" | "db">,
  { integrationId, agentId, preferred }: CallerIdRequest,
): Promise<string | null> {
  const row = await read.first(
    selectNumbers(workspaceId)
      .where("integration_id", "=", integrationId)
      .orderBy(sql`coalesce(number = ${preferred}, false)`, "desc")
      .orderBy(sql`coalesce(agent_id = ${agentId}, false)`, "desc")
      .orderBy("created_at")
      .orderBy("id")
      .limit(1),
  );
  return row?.number ?? null;
}

import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { encodeCursor, NEWEST_FIRST } from "@/lib/platform/db/page";
import { PAGE } from "./fixture";

/** The cursor behind which exactly one page of an agent's completed calls is left. */
export async function lastPage(ctx: Ctx, agentId: string): Promise<string> {
  const row = await ctx.db.first(
    db
      .selectFrom("calls")
      .select(["id", "created_at"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("agent_id", "=", agentId)
      .where("status", "=", "completed")
      .orderBy("created_at", "asc")
      .orderBy("id", "asc")
      .offset(PAGE)
      .limit(1),
  );
  if (row === undefined) throw new Error("An agent has too few calls for a second page.");
  return encodeCursor(NEWEST_FIRST, { value: row.created_at, id: row.id });
}

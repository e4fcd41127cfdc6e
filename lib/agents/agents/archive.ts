import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { auditView } from "./audit-view";
import { found, selectAgent } from "./read";

/** The question whether a campaign runs an agent. A launch locks the agent's row, so that none begins meanwhile. */
const selectCampaign = (workspaceId: string, agentId: string) =>
  db
    .selectFrom("campaigns")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("agent_id", "=", agentId)
    .where("status", "in", ["scheduled", "running", "paused"])
    .limit(1);

/**
 * Archives an agent: it takes no more calls and no more changes, and stays readable for what its calls refer to. Done
 * twice it is done once. Throws `not_found`, and `invalid_state` while a campaign runs it.
 */
export async function archiveAgent(ctx: Ctx, id: string): Promise<void> {
  await mutate(ctx, async (tx) => {
    const row = found(await tx.one(selectAgent(ctx.workspaceId, id).forUpdate()));
    if (row.status === "archived") return { result: undefined, audit: null };
    if ((await tx.one(selectCampaign(ctx.workspaceId, id))) !== undefined)
      throw new AppError("invalid_state", "A campaign runs this agent. Wait for its end, or cancel it.");
    const now = ctx.now();
    await tx.all(
      db
        .updateTable("agents")
        .set({ status: "archived", archived_at: now, updated_at: now })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    const before = auditView(row);
    return {
      result: undefined,
      audit: {
        action: "agent.archived",
        target: id,
        before,
        after: auditView({ ...row, status: "archived" }),
      },
    };
  });
}

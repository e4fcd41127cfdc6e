import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import { requireNoSplit } from "./admit-version";
import { auditView } from "./audit-view";
import { orNotFound, selectAgent } from "./read";

/**
 * Selects a campaign that runs the agent. A launch locks the agent's row, so no campaign can start
 * concurrently.
 */
const selectCampaign = (workspaceId: string, agentId: string) =>
  db
    .selectFrom("campaigns")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("agent_id", "=", agentId)
    .where("status", "in", ["scheduled", "running", "paused"])
    .limit(1);

/**
 * Archives an agent. It accepts no calls and no changes, and stays readable for its calls. Idempotent. Throws
 * `not_found`, `precondition_failed`, and `invalid_state` while a campaign or a
 * traffic split runs it.
 */
export async function archiveAgent(ctx: Ctx, id: string, ifMatch: IfMatch = null): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const row = orNotFound(await tx.first(selectAgent(ctx.workspaceId, id).forNoKeyUpdate()));
    requireMatch(ifMatch, row, "agent");
    if (row.status === "archived") return { result: undefined, audit: null };
    requireNoSplit(row);
    if ((await tx.first(selectCampaign(ctx.workspaceId, id))) !== undefined)
      throw new AppError("agent_runs_campaign");
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

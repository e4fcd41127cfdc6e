import { mutate } from "@/lib/audit";
import type { Ctx } from "@/lib/context";
import { db } from "@/lib/db";
import { auditView } from "./audit-view";
import { found, selectAgent } from "./read";

/**
 * Archives an agent: it takes no more calls and no more changes, and stays readable for what its calls refer to. Done
 * twice it is done once. Throws `not_found`.
 */
export async function archiveAgent(ctx: Ctx, id: string): Promise<void> {
  await mutate(ctx, async (tx) => {
    const row = found(await tx.one(selectAgent(ctx.workspaceId, id).forUpdate()));
    if (row.status === "archived") return { result: undefined, audit: null };
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

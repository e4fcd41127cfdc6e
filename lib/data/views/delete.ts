import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { lockView } from "./guard";
import { viewAuditView } from "./row";

/** Deletes a view. Throws 404, and 403 for another member's view without `views.manage`. */
export async function deleteView(ctx: Ctx, id: string): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const row = await lockView(tx, ctx, id);
    await tx.first(
      db.deleteFrom("saved_views").where("workspace_id", "=", ctx.workspaceId).where("id", "=", id),
    );
    const before = viewAuditView(ctx, row);
    return { result: undefined, audit: { action: "view.deleted", target: id, before } };
  });
}

import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import { requireNotInUse } from "./in-use";
import { auditView, selectTools } from "./read";

/** Deletes a tool. Throws `not_found`, `precondition_failed`, and `conflict` while a live agent uses it. */
export async function deleteTool(ctx: Ctx, id: string, ifMatch: IfMatch = null): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(selectTools(ctx.workspaceId).where("id", "=", id).forUpdate());
    if (row === undefined) throw notFound();
    requireMatch(ifMatch, row, "tool");
    await requireNotInUse(tx, ctx.workspaceId, row.name);
    await tx.all(db.deleteFrom("tools").where("workspace_id", "=", ctx.workspaceId).where("id", "=", id));
    return { result: undefined, audit: { action: "tool.deleted", target: id, before: auditView(row) } };
  });
}

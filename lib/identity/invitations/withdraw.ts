import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";

/** Withdraws an invitation, so that its link stops working. Throws 404 for an accepted or withdrawn one. */
export async function withdrawInvitation(ctx: Ctx, id: string): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(
      db
        .updateTable("invitations")
        .set({ revoked_at: ctx.now() })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .where("accepted_at", "is", null)
        .where("revoked_at", "is", null)
        .returning("id"),
    );
    if (row === undefined) throw notFound();
    return { result: undefined, audit: { action: "invitation.revoked", target: id } };
  });
}

import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";

/** Withdraws an invitation: its link leads nowhere from now on. 404 for one that is accepted or withdrawn. */
export async function withdrawInvitation(ctx: Ctx, id: string): Promise<void> {
  await mutate(ctx, async (tx) => {
    const row = await tx.one(
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

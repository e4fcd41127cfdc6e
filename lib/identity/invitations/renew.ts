import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Role } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { isMailOn } from "@/lib/platform/mail";
import { requireInviter } from "./inviter";
import { enqueueInvitationMail } from "./mail";
import { readInvitation } from "./read";
import { auditView, LINK_TTL_MS, selectPendingInvitations } from "./row";
import type { InvitationWithLink } from "./schema";
import { linkOf, tokenHashOf } from "./token";

/**
 * Gives an invitation a new link and 7 more days, and mails it again; the previous link stops working. The
 * caller becomes responsible for it. Throws 404 for an accepted or withdrawn invitation.
 */
export async function renewInvitation(ctx: Ctx, id: string): Promise<InvitationWithLink> {
  const { role } = await readInvitation(ctx, id);
  const invited_by = await requireInviter(ctx, role);
  const issue = await writeAudited(ctx, async (tx) => {
    const row = await tx.first(
      selectPendingInvitations(ctx.workspaceId).where("id", "=", id).forNoKeyUpdate(),
    );
    if (row === undefined) throw notFound();
    const next = row.issue + 1;
    const change = {
      issue: next,
      token_hash: tokenHashOf(id, next),
      mail: isMailOn ? "waiting" : "off",
      invited_by,
      expires_at: plusMs(ctx.now(), LINK_TTL_MS),
    };
    await tx.batch(
      db
        .updateTable("invitations")
        .set(change)
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
      ...enqueueInvitationMail(ctx, id),
    );
    const after = auditView({ role: row.role as Role, expires_at: change.expires_at });
    return { result: next, audit: { action: "invitation.renewed", target: id, after } };
  });
  return { ...(await readInvitation(ctx, id)), link: linkOf(id, issue) };
}

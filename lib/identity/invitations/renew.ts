import { mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Role } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { isMailOn } from "@/lib/platform/mail";
import { inviterOf } from "./inviter";
import { mailJob } from "./mail";
import { readInvitation } from "./read";
import { auditView, LIFE_MS, pending } from "./row";
import type { InvitationWithLink } from "./schema";
import { hashOf, linkOf } from "./token";

/**
 * Gives an invitation a new link and 7 more days, and mails it again; the former link stops working. Who renews answers
 * for it from now on. 404 for one that is accepted or withdrawn.
 */
export async function renewInvitation(ctx: Ctx, id: string): Promise<InvitationWithLink> {
  const { role } = await readInvitation(ctx, id);
  const invited_by = await inviterOf(ctx, role);
  const issue = await mutate(ctx, async (tx) => {
    const row = await tx.one(pending(ctx.workspaceId).where("id", "=", id).forUpdate());
    if (row === undefined) throw notFound();
    const next = row.issue + 1;
    const change = {
      issue: next,
      token_hash: hashOf(id, next),
      mail: isMailOn ? "waiting" : "off",
      invited_by,
      expires_at: plusMs(ctx.now(), LIFE_MS),
    };
    await tx.batch(
      db
        .updateTable("invitations")
        .set(change)
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
      ...mailJob(ctx, id),
    );
    const after = auditView({ role: row.role as Role, expires_at: change.expires_at });
    return { result: next, audit: { action: "invitation.renewed", target: id, after } };
  });
  return { ...(await readInvitation(ctx, id)), link: linkOf(id, issue) };
}

import { isMember } from "@/lib/identity/members";
import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { workspaceIndexer, workspaceSealer } from "@/lib/platform/crypto";
import { db, violatedConstraint } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { isMailOn } from "@/lib/platform/mail";
import { requireInviter } from "./inviter";
import { enqueueInvitationMail } from "./mail";
import { auditView, emailFieldRef, LINK_TTL_MS } from "./row";
import type { CreateInvitation, InvitationWithLink } from "./schema";
import { linkOf, tokenHashOf } from "./token";

const FIRST_ISSUE = 1;

/**
 * Invites an e-mail address to the workspace for 7 days. Only this response contains the link; it is also
 * mailed if a mail server is configured. The response does not reveal whether the address has an account.
 * Throws 409 for a member's address and for an address with an open invitation.
 */
export async function createInvitation(
  ctx: Ctx,
  { email, role }: CreateInvitation,
): Promise<InvitationWithLink> {
  const { workspaceId } = ctx;
  const invited_by = await requireInviter(ctx, role);
  const [sealer, index] = await Promise.all([workspaceSealer(workspaceId), workspaceIndexer(workspaceId)]);
  const now = ctx.now();
  const id = newId("inv", Date.parse(now));
  const email_hash = index.hash("email", email);
  const fields = {
    id,
    role,
    mail: isMailOn ? ("waiting" as const) : ("off" as const),
    invited_by,
    created_at: now,
    expires_at: plusMs(now, LINK_TTL_MS),
  };
  const insert = db.insertInto("invitations").values({
    ...fields,
    workspace_id: workspaceId,
    email: sealer.seal(emailFieldRef(id), email),
    email_hash,
    token_hash: tokenHashOf(id, FIRST_ISSUE),
  });
  try {
    await writeAudited(ctx, async (tx) => {
      if (await isMember(tx, workspaceId, email)) throw new AppError("address_has_member");
      await tx.first(revokeExpired(workspaceId, email_hash, now));
      await tx.batch(insert, ...enqueueInvitationMail(ctx, id));
      return {
        result: undefined,
        audit: { action: "invitation.created", target: id, after: auditView(fields) },
      };
    });
  } catch (error) {
    if (violatedConstraint(error) !== "invitations_one_open") throw error;
    throw new AppError("address_has_invitation");
  }
  return { ...fields, email, status: "open", link: linkOf(id, FIRST_ISSUE) };
}

/** Revokes an expired invitation, so that the address can be invited again. */
const revokeExpired = (workspaceId: string, hash: Buffer, now: string) =>
  db
    .updateTable("invitations")
    .set({ revoked_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("email_hash", "=", hash)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", "<=", now);

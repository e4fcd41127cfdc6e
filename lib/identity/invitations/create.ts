import { isMember } from "@/lib/identity/members";
import { mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { indexer, workspaceSealer } from "@/lib/platform/crypto";
import { db, violatedConstraint } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { isMailOn } from "@/lib/platform/mail";
import { inviterOf } from "./inviter";
import { mailJob } from "./mail";
import { auditView, emailPlace, LIFE_MS } from "./row";
import type { CreateInvitation, InvitationWithLink } from "./schema";
import { hashOf, linkOf } from "./token";

const FIRST_ISSUE = 1;

/**
 * Invites an address to the workspace, for 7 days. The link is in this answer only, and goes out by mail where a mail
 * server is set. Whether the address has an account anywhere changes nothing. 409 for a member, and for an address
 * whose invitation is still open.
 */
export async function createInvitation(
  ctx: Ctx,
  { email, role }: CreateInvitation,
): Promise<InvitationWithLink> {
  const { workspaceId } = ctx;
  const invited_by = await inviterOf(ctx, role);
  const [sealer, index] = await Promise.all([workspaceSealer(workspaceId), indexer(workspaceId)]);
  const now = ctx.now();
  const id = newId("inv", Date.parse(now));
  const email_hash = index.hash("email", email);
  const shown = {
    id,
    role,
    mail: isMailOn ? ("waiting" as const) : ("off" as const),
    invited_by,
    created_at: now,
    expires_at: plusMs(now, LIFE_MS),
  };
  const insert = db.insertInto("invitations").values({
    ...shown,
    workspace_id: workspaceId,
    email: sealer.seal(emailPlace(id), email),
    email_hash,
    token_hash: hashOf(id, FIRST_ISSUE),
  });
  try {
    await mutate(ctx, async (tx) => {
      if (await isMember(tx, workspaceId, email))
        throw new AppError("conflict", "Somebody of this address is a member already.");
      await tx.one(expire(workspaceId, email_hash, now));
      await tx.batch(insert, ...mailJob(ctx, id));
      return {
        result: undefined,
        audit: { action: "invitation.created", target: id, after: auditView(shown) },
      };
    });
  } catch (error) {
    if (violatedConstraint(error) !== "invitations_one_open") throw error;
    throw new AppError("conflict", "This address is invited already. Renew that invitation, or withdraw it.");
  }
  return { ...shown, email, status: "open", link: linkOf(id, FIRST_ISSUE) };
}

/** An invitation whose time is over makes room for a new one. */
const expire = (workspaceId: string, hash: Buffer, now: string) =>
  db
    .updateTable("invitations")
    .set({ revoked_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("email_hash", "=", hash)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", "<=", now);

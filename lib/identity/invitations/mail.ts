import { readWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import {
  type ComposedMail,
  composeMail,
  isMailOn,
  MailRefusedError,
  type SendMail,
} from "@/lib/platform/mail";
import { serverTranslator } from "@/messages/server-translator";
import { emailFieldRef, selectPendingInvitations, statusOf } from "./row";
import { linkOf } from "./token";

/** The job that mails an invitation; none if mail is off. Its payload contains no address and no link. */
export const enqueueInvitationMail = (ctx: Ctx, invitationId: string) =>
  isMailOn
    ? [
        enqueue(
          "mail.invitation",
          { workspaceId: ctx.workspaceId, invitationId },
          { key: `mail.invitation:${invitationId}`, runAt: ctx.now() },
        ),
      ]
    : [];

function composeInvitation(workspace: string, url: string): ComposedMail {
  const t = serverTranslator("emails");
  return composeMail({
    title: t("invitation.title"),
    paragraphs: [t("invitation.text", { workspace }), t("invitation.expiry")],
    button: { label: t("invitation.action"), url },
    help: t("invitation.help"),
  });
}

/**
 * Mails the link of an open invitation; does nothing for any other. Throws if the mail server fails
 * temporarily, so that the queue retries the job.
 */
export async function mailInvitation(ctx: Ctx, id: string, send: SendMail): Promise<void> {
  const row = await ctx.db.first(selectPendingInvitations(ctx.workspaceId).where("id", "=", id));
  if (row === undefined || statusOf(row, ctx.now()) !== "open") return;
  const updateMailState = (mail: "sent" | "failed") =>
    writeUnaudited(ctx, {
      run: [
        db
          .updateTable("invitations")
          .set({ mail })
          .where("workspace_id", "=", ctx.workspaceId)
          .where("id", "=", id)
          .where("issue", "=", row.issue),
      ],
    });
  const [sealer, { name }] = await Promise.all([workspaceSealer(ctx.workspaceId), readWorkspace(ctx)]);
  const to = sealer.openText(emailFieldRef(id), row.email);
  try {
    await send({ to, ...composeInvitation(name, linkOf(id, row.issue)) });
  } catch (error) {
    await updateMailState("failed");
    if (error instanceof MailRefusedError && error.isPermanent) return;
    throw error;
  }
  await updateMailState("sent");
}

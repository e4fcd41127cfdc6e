import { readWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { isMailOn, MailRefused, type SendMail } from "@/lib/platform/mail";
import { emailPlace, pending, statusOf } from "./row";
import { linkOf } from "./token";

/** The statement that has an invitation mailed; none where no mail leaves. The payload holds no address and no link. */
export const mailJob = (ctx: Ctx, invitationId: string) =>
  isMailOn
    ? [
        enqueue(
          "mail.invitation",
          { workspaceId: ctx.workspaceId, invitationId },
          { key: `mail.invitation:${invitationId}`, runAt: ctx.now() },
        ),
      ]
    : [];

const wordsOf = (workspace: string, link: string): string =>
  [
    `You are invited to the workspace "${workspace}" on Parley.`,
    `Follow this link within 7 days. It works once:\n${link}`,
    "If you did not expect this, ignore it: nothing happens.",
  ].join("\n\n");

/**
 * Mails the link of an invitation that is still open; nothing happens for any other. Throws where the server did not
 * take it and may take it later, so that the job comes again, as often as the queue tries.
 */
export async function mailInvitation(ctx: Ctx, id: string, send: SendMail): Promise<void> {
  const row = await ctx.db.one(pending(ctx.workspaceId).where("id", "=", id));
  if (row === undefined || statusOf(row, ctx.now()) !== "open") return;
  const note = (mail: "sent" | "failed") =>
    record(ctx, {
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
  const to = sealer.openText(emailPlace(id), row.email);
  try {
    await send({ to, subject: "You are invited to Parley", text: wordsOf(name, linkOf(id, row.issue)) });
  } catch (error) {
    await note("failed");
    if (error instanceof MailRefused && error.forGood) return;
    throw error;
  }
  await note("sent");
}

import type { Compilable } from "kysely";
import { composeNoticeMail, markNoticeMailed } from "@/lib/identity/notices";
import type { Ctx } from "@/lib/platform/context";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { type AccountNotice, enqueue, type Jobs } from "@/lib/platform/jobs";
import { isMailOn, linkTo, type Mail, MailRefusedError, type SendMail } from "@/lib/platform/mail";

type MailText = { subject: string; message: string; help: string };

const NOT_YOU = `If this was not you, set a new password now: ${linkTo("/forgot-password")}`;
const ACCOUNT_NOTICES: Record<AccountNotice, MailText> = {
  "password.changed": {
    subject: "Your password was changed",
    message: "The password of your Parley account was changed. Your other sessions have ended.",
    help: NOT_YOU,
  },
  "password.reset": {
    subject: "Your password was reset",
    message: "The password of your Parley account was reset by a link. All your sessions have ended.",
    help: NOT_YOU,
  },
  "second_factor.enabled": {
    subject: "Your second factor is on",
    message: "Your Parley account now requires a code from your authenticator app.",
    help: NOT_YOU,
  },
  "second_factor.disabled": {
    subject: "Your second factor is off",
    message: "Your Parley account now requires only the password.",
    help: NOT_YOU,
  },
  "second_factor.codes_renewed": {
    subject: "You have new recovery codes",
    message: "New recovery codes were created for your Parley account. The previous codes no longer work.",
    help: NOT_YOU,
  },
};
const isAccountNotice = (notice: string): notice is AccountNotice => Object.hasOwn(ACCOUNT_NOTICES, notice);

/** The job that mails a person a notice of their account; none if mail is off. `now`: RFC 3339. */
export const enqueueAccountNotice = (
  userId: string,
  notice: AccountNotice,
  now: string,
): Compilable<unknown>[] =>
  isMailOn
    ? [
        enqueue(
          "mail.notice",
          { notice, userId, at: now },
          { key: `mail.notice:${userId}:${notice}:${now}`, runAt: now },
        ),
      ]
    : [];

/** Mails a user, if the account exists. Throws on a temporary failure. */
async function sendToUser(userId: string, mail: Omit<Mail, "to">, send: SendMail): Promise<void> {
  const [user] = await identityQuery(identityDb.selectFrom("users").select("email").where("id", "=", userId));
  if (user === undefined) return;
  try {
    await send({ to: user.email, ...mail });
  } catch (error) {
    if (!(error instanceof MailRefusedError && error.isPermanent)) throw error;
  }
}

/**
 * Mails a person a notice of their account. Throws on a temporary failure of the mail server, so that the job
 * is retried.
 */
export async function mailAccountNotice(
  { notice, userId, at }: Jobs["mail.notice"],
  send: SendMail,
): Promise<void> {
  if (!isAccountNotice(notice)) return;
  const { subject, message, help } = ACCOUNT_NOTICES[notice];
  await sendToUser(userId, { subject, text: [message, `When: ${at}`, help].join("\n\n") }, send);
}

/**
 * Mails a member a notice of their workspace once: see `composeNoticeMail`. Throws like `mailAccountNotice`.
 */
export async function mailMemberNotice(ctx: Ctx, noticeId: string, send: SendMail): Promise<void> {
  const mail = await composeNoticeMail(ctx, noticeId);
  if (mail === null) return;
  const { userId, subject, text } = mail;
  await sendToUser(userId, { subject, text }, send);
  await markNoticeMailed(ctx, noticeId);
}

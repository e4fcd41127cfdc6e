import type { Compilable } from "kysely";
import { noticeMail, noticeMailed } from "@/lib/identity/notices";
import type { Ctx } from "@/lib/platform/context";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { type AccountNotice, enqueue, type Jobs } from "@/lib/platform/jobs";
import { isMailOn, linkTo, type Mail, MailRefused, type SendMail } from "@/lib/platform/mail";

type Words = { subject: string; says: string; help: string };

const NOT_YOU = `If that was not you, set a new password at once: ${linkTo("/forgot-password")}`;
const ACCOUNT: Record<AccountNotice, Words> = {
  "password.changed": {
    subject: "Your password was changed",
    says: "The password of your account on Parley was changed, and your other sessions have ended.",
    help: NOT_YOU,
  },
  "password.reset": {
    subject: "Your password was reset",
    says: "The password of your account on Parley was set anew by a link, and all your sessions have ended.",
    help: NOT_YOU,
  },
  "second_factor.enabled": {
    subject: "Your second factor is on",
    says: "Your account on Parley asks for a code of your app from now on.",
    help: NOT_YOU,
  },
  "second_factor.disabled": {
    subject: "Your second factor is off",
    says: "The password alone opens your account on Parley from now on.",
    help: NOT_YOU,
  },
  "second_factor.codes_renewed": {
    subject: "You have new recovery codes",
    says: "New recovery codes were made for your account on Parley, and the former ones open nothing any more.",
    help: NOT_YOU,
  },
};
const isAccount = (notice: string): notice is AccountNotice => Object.hasOwn(ACCOUNT, notice);

/** The statement that has a person told of their account by mail; none where no mail leaves. `now`: RFC 3339. */
export const tellPerson = (userId: string, notice: AccountNotice, now: string): Compilable<unknown>[] =>
  isMailOn
    ? [
        enqueue(
          "mail.notice",
          { notice, userId, at: now },
          { key: `mail.notice:${userId}:${notice}:${now}`, runAt: now },
        ),
      ]
    : [];

/** Hands a mail to somebody's address, if they have an account. Throws where it may be taken later. */
async function sendTo(userId: string, mail: Omit<Mail, "to">, send: SendMail): Promise<void> {
  const [user] = await identityQuery(identityDb.selectFrom("users").select("email").where("id", "=", userId));
  if (user === undefined) return;
  try {
    await send({ to: user.email, ...mail });
  } catch (error) {
    if (!(error instanceof MailRefused && error.forGood)) throw error;
  }
}

/**
 * Mails a person a notice of their account. Throws where the server did not take it and may take it later, so that the
 * job comes again.
 */
export async function mailNotice({ notice, userId, at }: Jobs["mail.notice"], send: SendMail): Promise<void> {
  if (!isAccount(notice)) return;
  const { subject, says, help } = ACCOUNT[notice];
  await sendTo(userId, { subject, text: [says, `When: ${at}`, help].join("\n\n") }, send);
}

/** Mails a member a notice of their workspace, once: see `noticeMail`. Throws as `mailNotice`. */
export async function mailMember(ctx: Ctx, noticeId: string, send: SendMail): Promise<void> {
  const mail = await noticeMail(ctx, noticeId);
  if (mail === null) return;
  const { userId, subject, text } = mail;
  await sendTo(userId, { subject, text }, send);
  await noticeMailed(ctx, noticeId);
}

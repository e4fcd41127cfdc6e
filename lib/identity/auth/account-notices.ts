import type { Compilable } from "kysely";
import { composeNoticeMail, markNoticeMailed } from "@/lib/identity/notices";
import type { Ctx } from "@/lib/platform/context";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { type AccountNotice, enqueue, type Jobs } from "@/lib/platform/jobs";
import {
  type ComposedMail,
  composeMail,
  isMailOn,
  linkTo,
  MailRefusedError,
  mailTime,
  type SendMail,
} from "@/lib/platform/mail";
import { serverTranslator } from "@/messages/server-translator";

/** The message of each notice in the catalog. */
const MESSAGES = {
  "password.changed": "password_changed",
  "password.reset": "password_reset",
  "second_factor.enabled": "second_factor_enabled",
  "second_factor.disabled": "second_factor_disabled",
  "second_factor.codes_renewed": "second_factor_codes_renewed",
} as const satisfies Record<AccountNotice, string>;
const isAccountNotice = (notice: string): notice is AccountNotice => Object.hasOwn(MESSAGES, notice);

function composeAccountNotice(notice: AccountNotice, at: string): ComposedMail {
  const t = serverTranslator("emails");
  const message = MESSAGES[notice];
  return composeMail({
    title: t(`accountTitle.${message}`),
    paragraphs: [t(`accountText.${message}`), t("account.help")],
    facts: [[t("frame.when"), mailTime(at)]],
    button: { label: t("account.action"), url: linkTo("/forgot-password") },
  });
}

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
async function sendToUser(userId: string, mail: ComposedMail, send: SendMail): Promise<void> {
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
  await sendToUser(userId, composeAccountNotice(notice, at), send);
}

/**
 * Mails a member a notice of their workspace once: see `composeNoticeMail`. Throws like `mailAccountNotice`.
 */
export async function mailMemberNotice(ctx: Ctx, noticeId: string, send: SendMail): Promise<void> {
  const notice = await composeNoticeMail(ctx, noticeId);
  if (notice === null) return;
  await sendToUser(notice.userId, notice.mail, send);
  await markNoticeMailed(ctx, noticeId);
}

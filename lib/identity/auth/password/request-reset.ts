import { createHmac } from "node:crypto";
import { normalizeEmail } from "@/lib/identity/members";
import { identityBatch, identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError } from "@/lib/platform/errors";
import { enqueue } from "@/lib/platform/jobs";
import { addressKey, LIMITS, take } from "@/lib/platform/limits";
import {
  type ComposedMail,
  composeMail,
  isMailOn,
  MailRefusedError,
  type SendMail,
} from "@/lib/platform/mail";
import { serverTranslator } from "@/messages/server-translator";
import { sessionSecret } from "../cookie";
import { canResetPassword } from "../memberships";
import { secondsToWait } from "../throttle";
import { newPasswordReset, resetLinkOf } from "./reset-link";

type ResetRequest = { email: string; address: string | null; now: string };

/** The rate limit key of an e-mail address, so that typed addresses are not stored. */
export const rateLimitKeyOf = (email: string): string =>
  createHmac("sha256", sessionSecret()).update(normalizeEmail(email)).digest("base64url");

async function throttle(email: string, address: string | null): Promise<void> {
  const waitS = await secondsToWait(
    take(`guest:${addressKey(address)}`, LIMITS.guestAddress),
    take(`reset:${rateLimitKeyOf(email)}`, LIMITS.resetAccount),
  );
  if (waitS > 0) throw new AppError("too_many_attempts", { params: { seconds: waitS }, retryAfterS: waitS });
}

/**
 * Queues a mail with a link to set a new password. It does the same work in the same time whether the address
 * has an account or not. Throws 409 if mail is off, and 429.
 */
export async function requestPasswordReset({ email, address, now }: ResetRequest): Promise<void> {
  if (!isMailOn) throw new AppError("no_mail_for_reset");
  await throttle(email, address);
  const { id, insert } = newPasswordReset(email, now);
  await identityBatch(
    insert,
    enqueue("mail.reset", { resetId: id }, { key: `mail.reset:${id}`, runAt: now }),
  );
}

const DAY_MS = 86_400_000;

function composeResetMail(url: string): ComposedMail {
  const t = serverTranslator("emails");
  return composeMail({
    title: t("reset.title"),
    paragraphs: [t("reset.text"), t("reset.expiry")],
    button: { label: t("reset.action"), url },
    help: t("reset.help"),
  });
}

/** Mails the link of a reset if its address has an account, and deletes resets that expired a day ago. */
export async function mailPasswordReset(id: string, now: string, send: SendMail): Promise<void> {
  const deleteBefore = new Date(Date.parse(now) - DAY_MS).toISOString();
  const [, rows] = await identityBatch(
    identityDb.deleteFrom("password_resets").where("expires_at", "<", deleteBefore),
    identityDb
      .selectFrom("password_resets as r")
      .innerJoin("users as u", "u.id", "r.user_id")
      .select(["u.id", "u.email"])
      .where("r.id", "=", id)
      .where("r.used_at", "is", null)
      .where("r.expires_at", ">", now),
  );
  const [user] = rows;
  // If every workspace enforces single sign-on, the link would be useless and is not mailed.
  if (user === undefined || !(await canResetPassword(user.id))) return;
  try {
    await send({ to: user.email, ...composeResetMail(resetLinkOf(id)) });
  } catch (error) {
    // A permanent rejection is not retried; the person can request another link.
    if (!(error instanceof MailRefusedError && error.isPermanent)) throw error;
  }
}

/**
 * Creates a reset link for the operator, without the limit of links per account. Throws `not_found` if no
 * account has this address, and `invalid_state` if a password opens no workspace.
 */
export async function createResetLink(email: string, now: string): Promise<string> {
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select("id").where("email", "=", normalizeEmail(email)),
  );
  if (user === undefined) throw new AppError("account_unknown");
  if (!(await canResetPassword(user.id))) throw new AppError("account_enforces_sso");
  const { id, insert } = newPasswordReset(email, now);
  await identityBatch(
    insert,
    identityDb.updateTable("password_resets").set({ user_id: user.id }).where("id", "=", id),
  );
  return resetLinkOf(id);
}

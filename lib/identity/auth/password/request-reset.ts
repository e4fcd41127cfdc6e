import { createHmac } from "node:crypto";
import { emailKey } from "@/lib/identity/members";
import { identityBatch, identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError } from "@/lib/platform/errors";
import { enqueue } from "@/lib/platform/jobs";
import { addressKey, LIMITS, take } from "@/lib/platform/limits";
import { isMailOn, MailRefused, type SendMail } from "@/lib/platform/mail";
import { sessionSecret } from "../cookie";
import { passwordOpens } from "../memberships";
import { secondsToWait } from "../throttle";
import { newReset, resetLink } from "./reset-link";

type Asking = { email: string; address: string | null; now: string };

/** What is counted for an address that somebody typed: it is stored nowhere. */
export const countedAs = (email: string): string =>
  createHmac("sha256", sessionSecret()).update(emailKey(email)).digest("base64url");

async function throttle(email: string, address: string | null): Promise<void> {
  const waitS = await secondsToWait(
    take(`guest:${addressKey(address)}`, LIMITS.guestAddress),
    take(`reset:${countedAs(email)}`, LIMITS.resetAccount),
  );
  if (waitS > 0)
    throw new AppError("rate_limited", `Too many attempts. Wait ${waitS} s.`, { retryAfterS: waitS });
}

/**
 * Has a link mailed that sets a new password. The same happens, in the same time, whether the address has an account or
 * not. 409 where no mail leaves, 429.
 */
export async function requestReset({ email, address, now }: Asking): Promise<void> {
  if (!isMailOn)
    throw new AppError(
      "invalid_state",
      "This installation sends no mail. Ask whoever operates it for a link: npm run password-reset -- <address>.",
    );
  await throttle(email, address);
  const { id, insert } = newReset(email, now);
  await identityBatch(
    insert,
    enqueue("mail.reset", { resetId: id }, { key: `mail.reset:${id}`, runAt: now }),
  );
}

const DAY_MS = 86_400_000;

/** Mails the link of a reset that somebody's account is behind, and removes what is long over. */
export async function mailReset(id: string, now: string, send: SendMail): Promise<void> {
  const long = new Date(Date.parse(now) - DAY_MS).toISOString();
  const [, rows] = await identityBatch(
    identityDb.deleteFrom("password_resets").where("expires_at", "<", long),
    identityDb
      .selectFrom("password_resets as r")
      .innerJoin("users as u", "u.id", "r.user_id")
      .select(["u.id", "u.email"])
      .where("r.id", "=", id)
      .where("r.used_at", "is", null)
      .where("r.expires_at", ">", now),
  );
  const [user] = rows;
  // Whose every workspace is entered by single sign-on alone is mailed nothing: the link would open nothing.
  if (user === undefined || !(await passwordOpens(user.id))) return;
  const to = user.email;
  const text = [
    "Somebody asked for a new password for your account on Parley.",
    `Follow this link within an hour to set it. It works once:\n${resetLink(id)}`,
    "If that was not you, ignore this: nothing changes.",
  ].join("\n\n");
  try {
    await send({ to, subject: "Set a new password", text });
  } catch (error) {
    // What the server refuses for good is not sent again; the person asks anew.
    if (!(error instanceof MailRefused && error.forGood)) throw error;
  }
}

/**
 * A link for an account, made by the operator at the machine, however often one was asked for. Throws `not_found` where
 * no account has this address, and `invalid_state` where a password would open nothing.
 */
export async function makeResetLink(email: string, now: string): Promise<string> {
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select("id").where("email", "=", emailKey(email)),
  );
  if (user === undefined) throw new AppError("not_found", "There is no account of this address.");
  if (!(await passwordOpens(user.id)))
    throw new AppError(
      "invalid_state",
      "Every workspace of this account is entered by single sign-on alone: a password opens nothing.",
    );
  const { id, insert } = newReset(email, now);
  await identityBatch(
    insert,
    identityDb.updateTable("password_resets").set({ user_id: user.id }).where("id", "=", id),
  );
  return resetLink(id);
}

import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError } from "@/lib/platform/errors";
import { addressKey, LIMITS, take } from "@/lib/platform/limits";
import { type Change, changeAccount, endingSessions } from "../account";
import { passwordOpens } from "../memberships";
import { hashPassword } from "../passwords";
import type { ResetPassword } from "../schema";
import { forgetSession } from "../sessions";
import { resetHash } from "./reset-link";

const overWith = () => new AppError("invalid_state", "This link is used up or too old. Ask for another one.");

/** Counts what somebody who is not signed in opens with a link. Throws `rate_limited`. */
export async function throttleGuest(address: string | null): Promise<void> {
  const { admitted, resetS } = await take(`guest:${addressKey(address)}`, LIMITS.guestAddress);
  if (!admitted)
    throw new AppError("rate_limited", `Too many attempts. Wait ${resetS} s.`, { retryAfterS: resetS });
}

/**
 * Sets a new password by a link, once, and ends every session of the person. Their second factor stays. 409 for a link
 * that is unknown, used or too old: one answer for all; 429.
 */
export async function resetPassword(
  { token, password }: ResetPassword,
  from: Omit<Change, "userId">,
): Promise<void> {
  await throttleGuest(from.address);
  // Before anybody looks at the link, so that the time tells nothing of it.
  const password_hash = await hashPassword(password);
  const { now } = from;
  const open = identityDb
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("token_hash", "=", resetHash(token))
    .where("user_id", "is not", null)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("user_id");
  const [found] = await identityQuery(
    identityDb.selectFrom("password_resets").select("user_id").where("token_hash", "=", resetHash(token)),
  );
  const userId = found?.user_id ?? null;
  // Whose every workspace is entered by single sign-on alone has nothing that a password opens.
  if (userId === null || !(await passwordOpens(userId))) throw overWith();
  const ended = await changeAccount(
    { ...from, userId },
    async (tx) => {
      if ((await tx.one(open)) === undefined) throw overWith();
      const [, , sessions] = await tx.batch(
        identityDb.updateTable("users").set({ password_hash }).where("id", "=", userId),
        // Other links that were asked for open nothing any more.
        identityDb
          .updateTable("password_resets")
          .set({ used_at: now })
          .where("user_id", "=", userId)
          .where("used_at", "is", null),
        endingSessions(userId, now),
      );
      return sessions;
    },
    "password.reset",
  );
  for (const { id } of ended) forgetSession(id);
}

import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError } from "@/lib/platform/errors";
import { addressKey, LIMITS, take } from "@/lib/platform/limits";
import { type AccountChange, changeAccount, endUserSessions } from "../account";
import { canResetPassword } from "../memberships";
import { hashPassword } from "../passwords";
import type { ResetPassword } from "../schema";
import { forgetSession } from "../sessions";
import { hashResetToken } from "./reset-link";

const linkUnusableError = () => new AppError("reset_link_not_usable");

/** Counts an attempt to use a link without a session. Throws `rate_limited`. */
export async function throttleGuest(address: string | null): Promise<void> {
  const { admitted, resetS } = await take(`guest:${addressKey(address)}`, LIMITS.guestAddress);
  if (!admitted)
    throw new AppError("too_many_attempts", { params: { seconds: resetS }, retryAfterS: resetS });
}

/**
 * Sets a new password by a one-time link and ends every session of the person. Their second factor stays.
 * Throws the same 409 for an unknown, used or expired link, and 429.
 */
export async function resetPassword(
  { token, password }: ResetPassword,
  origin: Omit<AccountChange, "userId">,
): Promise<void> {
  await throttleGuest(origin.address);
  // Hash before the link is checked, so that the timing reveals nothing.
  const password_hash = await hashPassword(password);
  const { now } = origin;
  const claimLink = identityDb
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("token_hash", "=", hashResetToken(token))
    .where("user_id", "is not", null)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("user_id");
  const [reset] = await identityQuery(
    identityDb
      .selectFrom("password_resets")
      .select("user_id")
      .where("token_hash", "=", hashResetToken(token)),
  );
  const userId = reset?.user_id ?? null;
  // If every workspace enforces single sign-on, a password cannot be used.
  if (userId === null || !(await canResetPassword(userId))) throw linkUnusableError();
  const ended = await changeAccount(
    { ...origin, userId },
    async (tx) => {
      if ((await tx.first(claimLink)) === undefined) throw linkUnusableError();
      const [, , sessions] = await tx.batch(
        identityDb.updateTable("users").set({ password_hash }).where("id", "=", userId),
        // Other links of the person stop working.
        identityDb
          .updateTable("password_resets")
          .set({ used_at: now })
          .where("user_id", "=", userId)
          .where("used_at", "is", null),
        endUserSessions(userId, now),
      );
      return sessions;
    },
    "password.reset",
  );
  for (const { id } of ended) forgetSession(id);
}

import type { Ctx } from "@/lib/platform/context";
import { identityDb } from "@/lib/platform/db/identity";
import { AppError } from "@/lib/platform/errors";
import { changeAccount, changeBy, endingSessions, requirePassword } from "../account";
import { passwordCounts } from "../memberships";
import { sessionOf } from "../own-sessions";
import { hashPassword } from "../passwords";
import type { ChangePassword } from "../schema";
import { forgetSession } from "../sessions";

/** Whose every workspace is entered by single sign-on alone has no use for a password, and sets none. */
async function requireUse(userId: string): Promise<void> {
  if (await passwordCounts(userId)) return;
  throw new AppError(
    "invalid_state",
    "This account is signed in by single sign-on: a password opens nothing.",
  );
}

/**
 * Sets another password for who asks, and ends all their other sessions. Throws a 400 where the present password is not
 * right, 409 where a password opens nothing, and 429.
 */
export async function changePassword(
  ctx: Ctx,
  { current_password, new_password }: ChangePassword,
): Promise<void> {
  const { id, userId } = sessionOf(ctx);
  await requireUse(userId);
  await requirePassword(ctx, current_password, "/current_password");
  const password_hash = await hashPassword(new_password);
  const ended = await changeAccount(
    changeBy(ctx),
    async (tx) => {
      await tx.one(identityDb.updateTable("users").set({ password_hash }).where("id", "=", userId));
      return tx.all(endingSessions(userId, ctx.now(), id));
    },
    "password.changed",
  );
  for (const session of ended) forgetSession(session.id);
}

import type { Ctx } from "@/lib/platform/context";
import { requireSession } from "@/lib/platform/context/require-session";
import { identityDb } from "@/lib/platform/db/identity";
import { AppError } from "@/lib/platform/errors";
import { changeAccount, endUserSessions, requirePassword, toAccountChange } from "../account";
import { canChangePassword } from "../memberships";
import { hashPassword } from "../passwords";
import type { ChangePassword } from "../schema";
import { forgetSession } from "../sessions";

/** Throws `invalid_state` if single sign-on is enforced in every workspace of the person. */
async function requireUsablePassword(userId: string): Promise<void> {
  if (await canChangePassword(userId)) return;
  throw new AppError("account_cannot_use_password");
}

/**
 * Changes the caller's password and ends their other sessions. Throws a 400 for a wrong current password, 409
 * if a password opens no workspace, and 429.
 */
export async function changePassword(
  ctx: Ctx,
  { current_password, new_password }: ChangePassword,
): Promise<void> {
  const { id, userId } = requireSession(ctx);
  await requireUsablePassword(userId);
  await requirePassword(ctx, current_password, "/current_password");
  const password_hash = await hashPassword(new_password);
  const ended = await changeAccount(
    toAccountChange(ctx),
    async (tx) => {
      await tx.first(identityDb.updateTable("users").set({ password_hash }).where("id", "=", userId));
      return tx.all(endUserSessions(userId, ctx.now(), id));
    },
    "password.changed",
  );
  for (const session of ended) forgetSession(session.id);
}

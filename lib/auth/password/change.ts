import type { Ctx } from "@/lib/context";
import { identityDb } from "@/lib/db/identity";
import { changeAccount, changeBy, endingSessions, requirePassword } from "../account";
import { sessionOf } from "../own-sessions";
import { hashPassword } from "../passwords";
import type { ChangePassword } from "../schema";
import { forgetSession } from "../sessions";

/**
 * Sets another password for who asks, and ends all their other sessions. Throws a 400 where the present password is not
 * right, and 429.
 */
export async function changePassword(
  ctx: Ctx,
  { current_password, new_password }: ChangePassword,
): Promise<void> {
  const { id, userId } = sessionOf(ctx);
  await requirePassword(ctx, current_password, "/current_password");
  const password_hash = await hashPassword(new_password);
  const ended = await changeAccount(
    changeBy(ctx),
    async (tx) => {
      await tx.one(identityDb.updateTable("users").set({ password_hash }).where("id", "=", userId));
      return tx.all(endingSessions(userId, ctx.now(), id));
    },
    { action: "password.changed" },
  );
  for (const session of ended) forgetSession(session.id);
}

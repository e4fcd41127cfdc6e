import type { Ctx } from "@/lib/platform/context";
import { requireSession } from "@/lib/platform/context/require-session";
import { identityBatch, identityDb } from "@/lib/platform/db/identity";
import { notFound } from "@/lib/platform/errors";
import { canChangePassword } from "./memberships";
import type { Account } from "./schema";

/** Reads the caller's account. */
export async function readAccount(ctx: Ctx): Promise<Account> {
  const { userId } = requireSession(ctx);
  const [users, factors, codes] = await identityBatch(
    identityDb.selectFrom("users").select(["name", "email", "password_hash"]).where("id", "=", userId),
    identityDb
      .selectFrom("second_factors")
      .select("user_id")
      .where("user_id", "=", userId)
      .where("confirmed_at", "is not", null),
    identityDb
      .selectFrom("recovery_codes")
      .select("user_id")
      .where("user_id", "=", userId)
      .where("used_at", "is", null),
  );
  const user = users[0];
  if (user === undefined) throw notFound();
  const enabled = factors.length > 0;
  return {
    name: user.name,
    email: user.email,
    has_password: user.password_hash !== null && (await canChangePassword(userId)),
    second_factor: { enabled, recovery_codes_left: enabled ? codes.length : 0 },
  };
}

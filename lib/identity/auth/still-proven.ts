import type { Tx } from "@/lib/platform/db";
import { identityDb } from "@/lib/platform/db/identity";
import type { Proven } from "./users";

/**
 * Whether what a sign-in has proven is what the account still asks for, in the transaction that opens the session. A
 * change of the account waits for this one or comes before it (see `changeAccount`), and ends the sessions that it finds:
 * so no session is opened by a password that was changed, or without a second factor that was turned on, in between.
 */
export async function stillProven(
  tx: Tx,
  { userId, hash, method }: Proven & { method: "password" | "totp" | "recovery_code" },
): Promise<boolean> {
  const user = await tx.one(
    identityDb.selectFrom("users").select("password_hash").where("id", "=", userId).forShare(),
  );
  if (user?.password_hash !== hash) return false;
  if (method !== "password") return true;
  const factor = await tx.one(
    identityDb
      .selectFrom("second_factors")
      .select("user_id")
      .where("user_id", "=", userId)
      .where("confirmed_at", "is not", null),
  );
  return factor === undefined;
}

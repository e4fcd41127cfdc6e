import type { Tx } from "@/lib/platform/db";
import { identityDb } from "@/lib/platform/db/identity";
import type { VerifiedPassword } from "./users";

/**
 * Whether the proof of a sign-in still satisfies the account, in the transaction that opens the session. A
 * change of the account waits for this transaction or precedes it (see `changeAccount`), and it ends existing
 * sessions. So a concurrent sign-in cannot use a changed password or skip a second factor that was just
 * turned on.
 */
export async function isProofCurrent(
  tx: Tx,
  { userId, hash, method }: VerifiedPassword & { method: "password" | "totp" | "recovery_code" },
): Promise<boolean> {
  const user = await tx.first(
    identityDb.selectFrom("users").select("password_hash").where("id", "=", userId).forShare(),
  );
  if (user?.password_hash !== hash) return false;
  if (method !== "password") return true;
  const factor = await tx.first(
    identityDb
      .selectFrom("second_factors")
      .select("user_id")
      .where("user_id", "=", userId)
      .where("confirmed_at", "is not", null),
  );
  return factor === undefined;
}

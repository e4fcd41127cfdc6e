import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import { type FieldRef, personSealer } from "@/lib/platform/crypto";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError } from "@/lib/platform/errors";
import { consumeRecoveryCode } from "./recovery-codes";
import { findTimeStep } from "./totp";

/**
 * Wrong codes in a row before the account is blocked for a while. A guess succeeds with a chance of 3 in a
 * million.
 */
const MAX_TRIES = 5;
const WAIT_MS = 15 * 60_000;
const TOTP_CODE = /^\d{6}$/;

/** The field reference of a person's secret. */
export const secretFieldRef = (userId: string): FieldRef => ({
  table: "second_factors",
  row: userId,
  field: "secret",
});

/** Whether this person's sign-in requires a code. */
export async function hasSecondFactor(userId: string): Promise<boolean> {
  const [row] = await identityQuery(
    identityDb
      .selectFrom("second_factors")
      .select("user_id")
      .where("user_id", "=", userId)
      .where("confirmed_at", "is not", null),
  );
  return row !== undefined;
}

/** Counts a try before the comparison, so that concurrent tries are counted too. Throws `rate_limited`. */
async function countTry(userId: string, now: string): Promise<Buffer> {
  const [row] = await identityQuery(
    identityDb
      .updateTable("second_factors")
      .set({
        tries: sql<number>`case when tries >= ${MAX_TRIES} then 1 else tries + 1 end`,
        tried_at: now,
      })
      .where("user_id", "=", userId)
      .where((on) =>
        on.or([
          on("tries", "<", MAX_TRIES),
          on("tried_at", "is", null),
          on("tried_at", "<", plusMs(now, -WAIT_MS)),
        ]),
      )
      .returning("secret"),
  );
  if (row === undefined) throw new AppError("too_many_wrong_codes", { retryAfterS: WAIT_MS / 1_000 });
  return personSealer().open(secretFieldRef(userId), row.secret);
}

/** Consumes a TOTP code: its time step must be newer than any used one, so that a code works once. */
async function consumeTotpCode(userId: string, secret: Buffer, code: string, now: string): Promise<boolean> {
  const step = findTimeStep(secret, code, now);
  if (step === null) return false;
  const [used] = await identityQuery(
    identityDb
      .updateTable("second_factors")
      .set({ last_step: step, tries: 0 })
      .where("user_id", "=", userId)
      .where("last_step", "<", step)
      .returning("user_id"),
  );
  return used !== undefined;
}

async function consumeRecovery(userId: string, code: string, now: string): Promise<boolean> {
  const [used] = await identityQuery(consumeRecoveryCode(userId, code, now));
  if (used === undefined) return false;
  await identityQuery(
    identityDb.updateTable("second_factors").set({ tries: 0 }).where("user_id", "=", userId),
  );
  return true;
}

/**
 * Verifies a code and returns its kind; null if it is wrong or used. Throws `rate_limited` after five wrong
 * codes.
 */
export async function checkCode(
  userId: string,
  code: string,
  now: string,
): Promise<"totp" | "recovery_code" | null> {
  const secret = await countTry(userId, now);
  const digits = code.replace(/\s/g, "");
  if (TOTP_CODE.test(digits)) return (await consumeTotpCode(userId, secret, digits, now)) ? "totp" : null;
  return (await consumeRecovery(userId, code, now)) ? "recovery_code" : null;
}

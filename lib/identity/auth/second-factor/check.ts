import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import { type Place, personSealer } from "@/lib/platform/crypto";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError } from "@/lib/platform/errors";
import { using } from "./recovery";
import { stepOf } from "./totp";

/** Wrong codes in a row before the account waits: a code is guessed with a chance of 3 in a million each time. */
const MAX_TRIES = 5;
const WAIT_MS = 15 * 60_000;
const TOTP_CODE = /^\d{6}$/;

/** Where a person's secret is sealed. */
export const secretPlace = (userId: string): Place => ({
  table: "second_factors",
  row: userId,
  field: "secret",
});

/** Whether a code is asked for after this person's password. */
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

/** Counts the try before anything is compared, so that many at once are counted too. Throws `rate_limited`. */
async function takeTry(userId: string, now: string): Promise<Buffer> {
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
  if (row === undefined)
    throw new AppError("rate_limited", "Too many wrong codes. Wait 15 minutes and try again.", {
      retryAfterS: WAIT_MS / 1_000,
    });
  return personSealer().open(secretPlace(userId), row.secret);
}

/** A code of the app opens once: its step must be newer than any that was used. */
async function takeStep(userId: string, secret: Buffer, code: string, now: string): Promise<boolean> {
  const step = stepOf(secret, code, now);
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

async function takeRecovery(userId: string, code: string, now: string): Promise<boolean> {
  const [used] = await identityQuery(using(userId, code, now));
  if (used === undefined) return false;
  await identityQuery(
    identityDb.updateTable("second_factors").set({ tries: 0 }).where("user_id", "=", userId),
  );
  return true;
}

/** Which code it was; null for one that is wrong, or was used before. Throws `rate_limited` after five wrong ones. */
export async function checkCode(
  userId: string,
  code: string,
  now: string,
): Promise<"totp" | "recovery_code" | null> {
  const secret = await takeTry(userId, now);
  const digits = code.replace(/\s/g, "");
  if (TOTP_CODE.test(digits)) return (await takeStep(userId, secret, digits, now)) ? "totp" : null;
  return (await takeRecovery(userId, code, now)) ? "recovery_code" : null;
}

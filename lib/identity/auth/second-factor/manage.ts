import type { z } from "zod";
import { emailKey } from "@/lib/identity/members";
import type { Ctx } from "@/lib/platform/context";
import { personSealer } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { identityBatch, identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { changeAccount, changeBy, endingSessions, requirePassword } from "../account";
import { sessionOf } from "../own-sessions";
import type { NewSecondFactor, RecoveryCodes } from "../schema";
import { forgetSession } from "../sessions";
import { checkCode, secretPlace } from "./check";
import { newCodes, replacing } from "./recovery";
import { newSecret, shown } from "./totp";

type Shown = z.output<typeof NewSecondFactor>;
type Codes = z.output<typeof RecoveryCodes>;

const isOn = () => new AppError("invalid_state", "The second factor is on already. Turn it off first.");
const isOff = () => new AppError("invalid_state", "The second factor is not on.");

/**
 * Makes a secret for the person's app, which counts once a code of it has been given. Asked again before that, the
 * former one is forgotten. Throws 400 for a wrong password, 409 where a factor is on.
 */
export async function beginSecondFactor(ctx: Ctx, password: string): Promise<Shown> {
  const { userId } = sessionOf(ctx);
  await requirePassword(ctx, password);
  const secret = newSecret();
  const row = {
    secret: personSealer().seal(secretPlace(userId), secret),
    tries: 0,
    created_at: ctx.now(),
  };
  const [users, written] = await identityBatch(
    identityDb.selectFrom("users").select("email").where("id", "=", userId),
    identityDb
      .insertInto("second_factors")
      .values({ ...row, user_id: userId })
      .onConflict((on) =>
        on.column("user_id").doUpdateSet(row).where("second_factors.confirmed_at", "is", null),
      )
      .returning("user_id"),
  );
  if (written.length === 0) throw isOn();
  return shown(secret, users[0]?.email ?? "");
}

/**
 * Turns the second factor on with a code of the app, ends the person's other sessions, which were opened without it,
 * and answers recovery codes, which are shown here only. Throws 400 for a wrong code, 409, 429.
 */
export async function confirmSecondFactor(ctx: Ctx, code: string): Promise<Codes> {
  const { id, userId } = sessionOf(ctx);
  const [waiting] = await identityQuery(
    identityDb.selectFrom("second_factors").select("confirmed_at").where("user_id", "=", userId),
  );
  if (waiting === undefined) throw isOff();
  if (waiting.confirmed_at !== null) throw isOn();
  if ((await checkCode(userId, code, ctx.now())) === null)
    throw validationError([
      {
        in: "body",
        pointer: "/code",
        code: "wrong_code",
        message: "This code is not right. Look at the time of your device, and use the next code.",
      },
    ]);
  const codes = newCodes();
  const ended = await changeAccount(
    changeBy(ctx),
    async (tx) => {
      const now = ctx.now();
      const on = identityDb
        .updateTable("second_factors")
        .set({ confirmed_at: now })
        .where("user_id", "=", userId)
        .where("confirmed_at", "is", null)
        .returning("user_id");
      if ((await tx.one(on)) === undefined) throw isOn();
      await tx.batch(...replacing(userId, codes));
      return tx.all(endingSessions(userId, now, id));
    },
    "second_factor.enabled",
  );
  for (const session of ended) forgetSession(session.id);
  return { recovery_codes: codes };
}

/** Gives the person new recovery codes, shown here only; the former ones open nothing any more. */
export async function renewRecoveryCodes(ctx: Ctx, password: string): Promise<Codes> {
  const { userId } = sessionOf(ctx);
  await requirePassword(ctx, password);
  const codes = newCodes();
  await changeAccount(
    changeBy(ctx),
    async (tx) => {
      const on = identityDb
        .selectFrom("second_factors")
        .select("user_id")
        .where("user_id", "=", userId)
        .where("confirmed_at", "is not", null)
        .forUpdate();
      if ((await tx.one(on)) === undefined) throw isOff();
      await tx.batch(...replacing(userId, codes));
    },
    "second_factor.codes_renewed",
  );
  return { recovery_codes: codes };
}

/** The change that turns a person's second factor off. Throws 409 where it is not on. */
const turningOff = (userId: string) => async (tx: Tx) => {
  const gone = await tx.one(
    identityDb
      .deleteFrom("second_factors")
      .where("user_id", "=", userId)
      .where("confirmed_at", "is not", null)
      .returning("user_id"),
  );
  if (gone === undefined) throw isOff();
  await tx.one(identityDb.deleteFrom("recovery_codes").where("user_id", "=", userId));
};

/** Turns the second factor off; the password alone opens the account from now on. Throws 400, 409, 429. */
export async function disableSecondFactor(ctx: Ctx, password: string): Promise<void> {
  const { userId } = sessionOf(ctx);
  await requirePassword(ctx, password);
  await changeAccount(changeBy(ctx), turningOff(userId), "second_factor.disabled");
}

/**
 * Turns the second factor of an account off, as the operator, for somebody who has lost their app and their codes, or
 * whose address somebody else has made an account of. Throws 404 for an unknown address, and 409.
 */
export async function removeSecondFactor(email: string, operator: string, now: string): Promise<void> {
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select("id").where("email", "=", emailKey(email)),
  );
  if (user === undefined) throw new AppError("not_found", "There is no account of this address.");
  const change = { userId: user.id, operator, requestId: newId("req"), address: null, now };
  await changeAccount(change, turningOff(user.id), "second_factor.disabled");
}

import type { z } from "zod";
import { normalizeEmail } from "@/lib/identity/members";
import type { Ctx } from "@/lib/platform/context";
import { requireSession } from "@/lib/platform/context/require-session";
import { personSealer } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { identityBatch, identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError, bodyError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { changeAccount, endUserSessions, requirePassword, toAccountChange } from "../account";
import type { NewSecondFactor, RecoveryCodes } from "../schema";
import { forgetSession } from "../sessions";
import { checkCode, secretFieldRef } from "./check-code";
import { newRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes";
import { describeSecret, newSecret } from "./totp";

type SecretToShow = z.output<typeof NewSecondFactor>;
type Codes = z.output<typeof RecoveryCodes>;

const alreadyOnError = () => new AppError("second_factor_already_on");
const notOnError = () => new AppError("second_factor_not_on");

/**
 * Creates a secret for the person's authenticator app. It takes effect once `confirmSecondFactor` verifies a
 * code; until then a repeated call replaces it. Throws 400 for a wrong password, and 409 if a factor is on.
 */
export async function beginSecondFactor(ctx: Ctx, password: string): Promise<SecretToShow> {
  const { userId } = requireSession(ctx);
  await requirePassword(ctx, password);
  const secret = newSecret();
  const row = {
    secret: personSealer().seal(secretFieldRef(userId), secret),
    tries: 0,
    created_at: ctx.now(),
  };
  const [users, written] = await identityBatch(
    identityDb.selectFrom("users").select("email").where("id", "=", userId),
    identityDb
      .insertInto("second_factors")
      .values({ ...row, user_id: userId })
      .onConflict((confirmed) =>
        confirmed.column("user_id").doUpdateSet(row).where("second_factors.confirmed_at", "is", null),
      )
      .returning("user_id"),
  );
  if (written.length === 0) throw alreadyOnError();
  return describeSecret(secret, users[0]?.email ?? "");
}

/**
 * Turns the second factor on with a code of the app and ends the person's other sessions, which were opened
 * without it. Returns the recovery codes, which are returned only here. Throws 400 for a wrong code, 409 and
 * 429.
 */
export async function confirmSecondFactor(ctx: Ctx, code: string): Promise<Codes> {
  const { id, userId } = requireSession(ctx);
  const [factor] = await identityQuery(
    identityDb.selectFrom("second_factors").select("confirmed_at").where("user_id", "=", userId),
  );
  if (factor === undefined) throw notOnError();
  if (factor.confirmed_at !== null) throw alreadyOnError();
  if ((await checkCode(userId, code, ctx.now())) === null)
    throw bodyError("/code", "second_factor_code_wrong");
  const codes = newRecoveryCodes();
  const ended = await changeAccount(
    toAccountChange(ctx),
    async (tx) => {
      const now = ctx.now();
      const confirmed = identityDb
        .updateTable("second_factors")
        .set({ confirmed_at: now })
        .where("user_id", "=", userId)
        .where("confirmed_at", "is", null)
        .returning("user_id");
      if ((await tx.first(confirmed)) === undefined) throw alreadyOnError();
      await tx.batch(...replaceRecoveryCodes(userId, codes));
      return tx.all(endUserSessions(userId, now, id));
    },
    "second_factor.enabled",
  );
  for (const session of ended) forgetSession(session.id);
  return { recovery_codes: codes };
}

/** Creates new recovery codes, returned only here. The previous codes stop working. */
export async function renewRecoveryCodes(ctx: Ctx, password: string): Promise<Codes> {
  const { userId } = requireSession(ctx);
  await requirePassword(ctx, password);
  const codes = newRecoveryCodes();
  await changeAccount(
    toAccountChange(ctx),
    async (tx) => {
      const confirmed = identityDb
        .selectFrom("second_factors")
        .select("user_id")
        .where("user_id", "=", userId)
        .where("confirmed_at", "is not", null)
        .forNoKeyUpdate();
      if ((await tx.first(confirmed)) === undefined) throw notOnError();
      await tx.batch(...replaceRecoveryCodes(userId, codes));
    },
    "second_factor.codes_renewed",
  );
  return { recovery_codes: codes };
}

/** The account change that turns a person's second factor off. Throws 409 if it is not on. */
const deleteSecondFactor = (userId: string) => async (tx: Tx) => {
  const deleted = await tx.first(
    identityDb
      .deleteFrom("second_factors")
      .where("user_id", "=", userId)
      .where("confirmed_at", "is not", null)
      .returning("user_id"),
  );
  if (deleted === undefined) throw notOnError();
  await tx.first(identityDb.deleteFrom("recovery_codes").where("user_id", "=", userId));
};

/** Turns the second factor off, so that sign-in requires only the password. Throws 400, 409 and 429. */
export async function disableSecondFactor(ctx: Ctx, password: string): Promise<void> {
  const { userId } = requireSession(ctx);
  await requirePassword(ctx, password);
  await changeAccount(toAccountChange(ctx), deleteSecondFactor(userId), "second_factor.disabled");
}

/**
 * Turns the second factor of an account off for the operator: the person lost their app and recovery codes,
 * or another person created an account with their address. Throws 404 for an unknown address, and 409.
 */
export async function removeSecondFactor(email: string, operator: string, now: string): Promise<void> {
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select("id").where("email", "=", normalizeEmail(email)),
  );
  if (user === undefined) throw new AppError("account_unknown");
  const change = { userId: user.id, operator, requestId: newId("req"), address: null, now };
  await changeAccount(change, deleteSecondFactor(user.id), "second_factor.disabled");
}

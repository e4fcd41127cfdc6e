import { mutateAcross } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import type { Tx } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError, validationError } from "@/lib/platform/errors";
import type { AccountNotice } from "@/lib/platform/jobs";
import { LIMITS, take } from "@/lib/platform/limits";
import { listMemberships } from "./memberships";
import { tellPerson } from "./notices";
import { sessionOf } from "./own-sessions";
import { verifyPassword } from "./passwords";
import { throttle } from "./throttle";

/**
 * Whose account changes, and how the change came here. `sessionId`: the session that asks; a link has none. `operator`:
 * the command of the operator's that asks.
 */
export type Change = {
  userId: string;
  sessionId?: string;
  operator?: string;
  requestId: string;
  address: string | null;
  now: string;
};

/** A change of the account of the person who asks. */
export function changeBy(ctx: Ctx): Change {
  const { id, userId } = sessionOf(ctx);
  return { userId, sessionId: id, requestId: ctx.requestId, address: ctx.address, now: ctx.now() };
}

/**
 * Makes changes of one account, and sign-ins to it, come one after the other; and refuses what a session asks that
 * another change has ended since: who sets a new password is not followed by what a thief had begun before.
 */
async function hold(tx: Tx, { userId, sessionId }: Change): Promise<void> {
  await tx.one(identityDb.selectFrom("users").select("id").where("id", "=", userId).forUpdate());
  if (sessionId === undefined) return;
  const open = identityDb
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("ended_at", "is", null);
  if ((await tx.one(open)) === undefined)
    throw new AppError("invalid_api_key", "This session has ended. Sign in again.");
}

/**
 * Changes a person's account, writes it to the audit log of every workspace that they belong to, as it concerns each,
 * and has them told by mail: all of it in one transaction.
 */
export async function changeAccount<T>(
  change: Change,
  work: (tx: Tx) => Promise<T>,
  action: AccountNotice,
): Promise<T> {
  const { userId, operator, requestId, address, now } = change;
  const entries = (await listMemberships(userId)).map(({ workspaceId, id, role }) => ({
    auditor: {
      workspaceId,
      actor:
        operator === undefined
          ? ({ type: "member", id, role } as const)
          : ({ type: "operator", id: operator, role: "owner" } as const),
      requestId,
      address,
      now: () => now,
    },
    audit: { action, target: id },
  }));
  return mutateAcross(entries, async (tx) => {
    await hold(tx, change);
    const result = await work(tx);
    for (const told of tellPerson(userId, action, now)) await tx.one(told);
    return result;
  });
}

/** Counts an attempt of a person's at their own account. Throws `rate_limited`. */
export async function throttleAccount(userId: string): Promise<void> {
  await throttle(take(`account:${userId}`, LIMITS.account));
}

/**
 * Makes sure that who asks knows the account's password, as a session alone may be somebody else's browser. Throws a
 * 400 at `pointer`, 409 for an account without a password, 429.
 */
export async function requirePassword(ctx: Ctx, password: string, pointer = "/password"): Promise<void> {
  const { userId } = sessionOf(ctx);
  await throttleAccount(userId);
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select("password_hash").where("id", "=", userId),
  );
  const stored = user?.password_hash ?? null;
  if (stored === null)
    throw new AppError("invalid_state", "This account has no password: it opens by single sign-on.");
  if (await verifyPassword(stored, password)) return;
  throw validationError([
    { in: "body", pointer, code: "wrong_password", message: "This is not the account's password." },
  ]);
}

/** The statement that ends a person's sessions in every workspace, but for one. It answers which. */
export const endingSessions = (userId: string, now: string, except = "") =>
  identityDb
    .updateTable("sessions")
    .set({ ended_at: now })
    .where("user_id", "=", userId)
    .where("id", "!=", except)
    .where("ended_at", "is", null)
    .returning("id");

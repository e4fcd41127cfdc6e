import { writeAuditedAcross } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { requireSession } from "@/lib/platform/context/require-session";
import type { Tx } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError, bodyError } from "@/lib/platform/errors";
import type { AccountNotice } from "@/lib/platform/jobs";
import { LIMITS, take } from "@/lib/platform/limits";
import { enqueueAccountNotice } from "./account-notices";
import { listMemberships } from "./memberships";
import { verifyPassword } from "./passwords";
import { throttle } from "./throttle";

/**
 * A change of a person's account and where it comes from. `sessionId`: the requesting session; a link has
 * none. `operator`: the operator's command that requests it.
 */
export type AccountChange = {
  userId: string;
  sessionId?: string;
  operator?: string;
  requestId: string;
  address: string | null;
  now: string;
};

/** A change of the caller's own account. */
export function toAccountChange(ctx: Ctx): AccountChange {
  const { id, userId } = requireSession(ctx);
  return { userId, sessionId: id, requestId: ctx.requestId, address: ctx.address, now: ctx.now() };
}

/**
 * Locks the account, so that its changes and sign-ins run one at a time. Throws if another change has ended
 * the requesting session meanwhile, so that a stolen session cannot act after the owner sets a new password.
 */
async function lockAccount(tx: Tx, { userId, sessionId }: AccountChange): Promise<void> {
  await tx.first(identityDb.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate());
  if (sessionId === undefined) return;
  const selectOpenSession = identityDb
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("ended_at", "is", null);
  if ((await tx.first(selectOpenSession)) === undefined) throw new AppError("session_ended");
}

/**
 * Changes a person's account in one transaction that also audits the change in every workspace of the person
 * and queues a mail to them.
 */
export async function changeAccount<T>(
  change: AccountChange,
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
  return writeAuditedAcross(entries, async (tx) => {
    await lockAccount(tx, change);
    const result = await work(tx);
    for (const enqueueMail of enqueueAccountNotice(userId, action, now)) await tx.first(enqueueMail);
    return result;
  });
}

/** Counts a password attempt against the account's rate limit. Throws `rate_limited`. */
export async function throttleAccount(userId: string): Promise<void> {
  await throttle(take(`account:${userId}`, LIMITS.account));
}

/**
 * Requires the account's password, as another person may use an open browser session. Throws a 400 at
 * `pointer` for a wrong password, 409 for an account without a password, and 429.
 */
export async function requirePassword(ctx: Ctx, password: string, pointer = "/password"): Promise<void> {
  const { userId } = requireSession(ctx);
  await throttleAccount(userId);
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select("password_hash").where("id", "=", userId),
  );
  const stored = user?.password_hash ?? null;
  if (stored === null) throw new AppError("account_without_password");
  if (await verifyPassword(stored, password)) return;
  throw bodyError(pointer, "password_wrong");
}

/** The statement that ends a person's sessions in every workspace, except one. It returns their ids. */
export const endUserSessions = (userId: string, now: string, exceptSessionId = "") =>
  identityDb
    .updateTable("sessions")
    .set({ ended_at: now })
    .where("user_id", "=", userId)
    .where("id", "!=", exceptSessionId)
    .where("ended_at", "is", null)
    .returning("id");

import { type AuditEvent, mutate } from "@/lib/audit";
import type { Ctx } from "@/lib/context";
import { record, type Tx } from "@/lib/db";
import { identityDb, identityQuery } from "@/lib/db/identity";
import { AppError, validationError } from "@/lib/errors";
import { LIMITS, take } from "@/lib/limits";
import { listMemberships, type Membership } from "./memberships";
import { sessionOf } from "./own-sessions";
import { verifyPassword } from "./passwords";

/** Whose account changes, and how the change came here. */
export type Change = { userId: string; requestId: string; address: string | null; now: string };

/** A change of the account of the person who asks. */
export const changeBy = (ctx: Ctx): Change => ({
  userId: sessionOf(ctx).userId,
  requestId: ctx.requestId,
  address: ctx.address,
  now: ctx.now(),
});

/**
 * Changes a person's account, and writes it to the audit log of every workspace that they belong to, as it concerns
 * each. The change and the first entry are one transaction.
 */
export async function changeAccount<T>(
  { userId, requestId, address, now }: Change,
  work: (tx: Tx) => Promise<T>,
  event: Omit<AuditEvent, "target">,
): Promise<T> {
  const [first, ...others] = await listMemberships(userId);
  if (first === undefined) return record({ workspaceId: "" }, work);
  const auditor = ({ workspaceId, id, role }: Membership) => ({
    workspaceId,
    actor: { type: "member", id, role } as const,
    requestId,
    address,
    now: () => now,
  });
  const result = await mutate(auditor(first), async (tx) => ({
    result: await work(tx),
    audit: { ...event, target: first.id },
  }));
  for (const other of others)
    await mutate(auditor(other), { run: [], audit: { ...event, target: other.id } });
  return result;
}

/** Counts an attempt of a person's at their own account. Throws `rate_limited`. */
export async function throttleAccount(userId: string): Promise<void> {
  const { admitted, resetS } = await take(`account:${userId}`, LIMITS.account);
  if (admitted) return;
  throw new AppError("rate_limited", `Too many attempts. Wait ${resetS} s and try again.`, {
    retryAfterS: resetS,
  });
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

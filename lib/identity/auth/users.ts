import type { Compilable } from "kysely";
import { normalizeEmail } from "@/lib/identity/members";
import type { AuditEvent } from "@/lib/platform/audit";
import type { Role } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { hashPassword, verifyPassword } from "./passwords";

/** `password` null: the account signs in only by single sign-on. */
export type NewUser = { email: string; name: string; password: string | null };

/**
 * Prepares an account. A second one with the same address fails with a unique violation (`users_email_key`).
 */
export async function newUser(
  user: NewUser,
  now: string,
): Promise<{ id: string; insert: Compilable<unknown> }> {
  const id = newId("usr", Date.parse(now));
  const password_hash = user.password === null ? null : await hashPassword(user.password);
  const row = { id, email: normalizeEmail(user.email), name: user.name, password_hash, created_at: now };
  return { id, insert: identityDb.insertInto("users").values(row) };
}

/** `joinedBySso`: an identity provider vouches for the person, and a password does not open the workspace. */
type NewMember = { workspaceId: string; userId: string; role: Role; joinedBySso?: boolean };

/** Prepares a membership. */
export function newMember(
  { workspaceId, userId, role, joinedBySso = false }: NewMember,
  now: string,
): { id: string; insert: Compilable<unknown>; audit: AuditEvent } {
  const id = newId("mem", Date.parse(now));
  return {
    id,
    insert: db.insertInto("members").values({
      id,
      workspace_id: workspaceId,
      user_id: userId,
      role,
      joined_by_sso: joinedBySso,
      created_at: now,
    }),
    audit: { action: "member.added", target: id, after: { role } },
  };
}

/** A user whose password matched, and the matched hash, which may change before the session is opened. */
export type VerifiedPassword = { userId: string; hash: string };

/** Verifies an address and a password; null if they match no account, after the same time. */
export async function checkPassword(email: string, password: string): Promise<VerifiedPassword | null> {
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select(["id", "password_hash"]).where("email", "=", normalizeEmail(email)),
  );
  const isMatch = await verifyPassword(user?.password_hash ?? null, password);
  return isMatch && user?.password_hash != null ? { userId: user.id, hash: user.password_hash } : null;
}

import type { Compilable } from "kysely";
import { emailKey } from "@/lib/identity/members";
import type { AuditEvent } from "@/lib/platform/audit";
import type { Role } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { hashPassword, verifyPassword } from "./passwords";

/** `password` null: the account opens by single sign-on only. */
export type NewUser = { email: string; name: string; password: string | null };

/** An account that is about to be; a second one of the same address fails with a unique violation (`users_email_key`). */
export async function newUser(
  user: NewUser,
  now: string,
): Promise<{ id: string; insert: Compilable<unknown> }> {
  const id = newId("usr", Date.parse(now));
  const password_hash = user.password === null ? null : await hashPassword(user.password);
  const row = { id, email: emailKey(user.email), name: user.name, password_hash, created_at: now };
  return { id, insert: identityDb.insertInto("users").values(row) };
}

/** `bySso`: a provider vouches for them, and no password opens the workspace to them. */
type NewMember = { workspaceId: string; userId: string; role: Role; bySso?: boolean };

/** A membership that is about to be. */
export function newMember(
  { workspaceId, userId, role, bySso = false }: NewMember,
  now: string,
): { id: string; insert: Compilable<unknown>; audit: AuditEvent } {
  const id = newId("mem", Date.parse(now));
  return {
    id,
    insert: db
      .insertInto("members")
      .values({
        id,
        workspace_id: workspaceId,
        user_id: userId,
        role,
        joined_by_sso: bySso,
        created_at: now,
      }),
    audit: { action: "member.added", target: id, after: { role } },
  };
}

/** Whose password has fitted, and the hash that it fitted: another one may stand there by the time that counts. */
export type Proven = { userId: string; hash: string };

/** The account that an address and a password open; null if they open none, in the same time. */
export async function checkPassword(email: string, password: string): Promise<Proven | null> {
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select(["id", "password_hash"]).where("email", "=", emailKey(email)),
  );
  const fits = await verifyPassword(user?.password_hash ?? null, password);
  return fits && user?.password_hash != null ? { userId: user.id, hash: user.password_hash } : null;
}

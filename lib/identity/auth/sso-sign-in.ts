import type { Compilable } from "kysely";
import { type AdmittedUser, redeemCode } from "@/lib/identity/sso";
import { type AuditEvent, writeAudited } from "@/lib/platform/audit";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import type { Role } from "@/lib/platform/context";
import { db, reader, violatedConstraint } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { notifyNewBrowser } from "./new-browser";
import { newSession } from "./sessions";
import { newMember, newUser } from "./users";

type SsoSignIn = {
  workspaceId: string;
  code: string;
  verifier: string;
  address: string | null;
  userAgent: string | null;
  browser?: string;
  /** The request's id, for the audit log; a new one by default. */
  requestId?: string;
};

/** Two concurrent first sign-ins: the second retries and finds the account that the first one created. */
const MAX_TRIES = 2;

/**
 * Opens a session for a person whom the workspace's identity provider vouches for, limited to that workspace.
 * A new person becomes a member. An existing member gets the role that the rules give now; rules neither make
 * nor demote owners. Throws `SsoError`.
 */
export async function signInBySso(input: SsoSignIn, clock: Clock = systemClock): Promise<{ sid: string }> {
  const admitted = await redeemCode(input.workspaceId, input, clock);
  const now = iso(clock.now());
  for (let tries = 1; ; tries++) {
    try {
      return await openSsoSession(input, admitted, now);
    } catch (error) {
      const isRace = ["users_email_key", "members_workspace_id_user_id_key"].includes(
        violatedConstraint(error) ?? "",
      );
      if (!isRace || tries === MAX_TRIES) throw error;
    }
  }
}

async function openSsoSession(
  { workspaceId, address, userAgent, browser, requestId = newId("req") }: SsoSignIn,
  { email, name, role }: AdmittedUser,
  now: string,
): Promise<{ sid: string }> {
  const [account] = await identityQuery(
    identityDb.selectFrom("users").select("id").where("email", "=", email),
  );
  const user = account
    ? { id: account.id, run: [] }
    : await newUser({ email, name, password: null }, now).then(({ id, insert }) => ({ id, run: [insert] }));
  const userId = user.id;
  const member = await resolveMembership(workspaceId, { userId, role }, now);
  const sessionInput = { method: "sso", userId, workspaceId, address, userAgent, browser } as const;
  const session = newSession(sessionInput, now);
  await writeAudited(
    {
      workspaceId,
      actor: { type: "member", id: member.id, role: member.role },
      requestId,
      address,
      now: () => now,
    },
    {
      run: [...user.run, ...member.run, session.insert, ...notifyNewBrowser(sessionInput, session.id, now)],
      audit: [...member.audit, { action: "session.opened", target: session.id, after: { method: "sso" } }],
    },
  );
  return { sid: session.id };
}

type ResolvedMembership = { id: string; role: Role; run: Compilable<unknown>[]; audit: AuditEvent[] };

async function resolveMembership(
  workspaceId: string,
  { userId, role }: { userId: string; role: Role },
  now: string,
): Promise<ResolvedMembership> {
  const member = await reader(workspaceId).first(
    db
      .selectFrom("members")
      .select(["id", "role"])
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId),
  );
  if (member === undefined) {
    const newMembership = newMember({ workspaceId, userId, role, joinedBySso: true }, now);
    return { id: newMembership.id, role, run: [newMembership.insert], audit: [newMembership.audit] };
  }
  const { id } = member;
  const before = member.role as Role;
  if (before === "owner" || before === role) return { id, role: before, run: [], audit: [] };
  const change = db
    .updateTable("members")
    .set({ role })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("role", "!=", "owner");
  const audit: AuditEvent[] = [
    { action: "member.role_changed", target: id, before: { role: before }, after: { role, by: "sso" } },
  ];
  return { id, role, run: [change], audit };
}

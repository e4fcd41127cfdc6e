import type { Compilable } from "kysely";
import { type Admitted, redeem } from "@/lib/identity/sso";
import { type AuditEvent, mutate } from "@/lib/platform/audit";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import type { Role } from "@/lib/platform/context";
import { db, reader, violatedConstraint } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { tellOfBrowser } from "./new-browser";
import { newSession } from "./sessions";
import { newMember, newUser } from "./users";

type SsoSignIn = {
  workspaceId: string;
  code: string;
  verifier: string;
  address: string | null;
  userAgent: string | null;
  browser?: string;
};

/** Two sign-ins of somebody new at the same time: the second finds what the first has made. */
const TRIES = 2;

/**
 * Opens a session for whom the workspace's identity provider vouches for, in that workspace and no other. Who is new
 * becomes a member; who is one already gets the role that the rules give now, except an owner, whom no rule makes nor
 * unmakes. Throws `SsoRefused`.
 */
export async function signInBySso(given: SsoSignIn, clock: Clock = systemClock): Promise<{ sid: string }> {
  const admitted = await redeem(given.workspaceId, given, clock);
  const now = iso(clock.now());
  for (let tries = 1; ; tries++) {
    try {
      return await open(given, admitted, now);
    } catch (error) {
      const isRace = ["users_email_key", "members_workspace_id_user_id_key"].includes(
        violatedConstraint(error) ?? "",
      );
      if (!isRace || tries === TRIES) throw error;
    }
  }
}

async function open(
  { workspaceId, address, userAgent, browser }: SsoSignIn,
  { email, name, role }: Admitted,
  now: string,
): Promise<{ sid: string }> {
  const [account] = await identityQuery(
    identityDb.selectFrom("users").select("id").where("email", "=", email),
  );
  const user = account
    ? { id: account.id, run: [] }
    : await newUser({ email, name, password: null }, now).then(({ id, insert }) => ({ id, run: [insert] }));
  const userId = user.id;
  const member = await membership(workspaceId, { userId, role }, now);
  const opening = { method: "sso", userId, workspaceId, address, userAgent, browser } as const;
  const session = newSession(opening, now);
  await mutate(
    {
      workspaceId,
      actor: { type: "member", id: member.id, role: member.role },
      requestId: newId("req"),
      address,
      now: () => now,
    },
    {
      run: [...user.run, ...member.run, session.insert, ...tellOfBrowser(opening, session.id, now)],
      audit: [...member.audit, { action: "session.opened", target: session.id, after: { method: "sso" } }],
    },
  );
  return { sid: session.id };
}

type Joined = { id: string; role: Role; run: Compilable<unknown>[]; audit: AuditEvent[] };

async function membership(
  workspaceId: string,
  { userId, role }: { userId: string; role: Role },
  now: string,
): Promise<Joined> {
  const found = await reader(workspaceId).one(
    db
      .selectFrom("members")
      .select(["id", "role"])
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId),
  );
  if (found === undefined) {
    const made = newMember({ workspaceId, userId, role, bySso: true }, now);
    return { id: made.id, role, run: [made.insert], audit: [made.audit] };
  }
  const { id } = found;
  const before = found.role as Role;
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

import { sql } from "kysely";
import type { Role } from "@/lib/context";
import { db, reader } from "@/lib/db";
import { identityBatch, identityDb } from "@/lib/db/identity";
import { enforcedAmong } from "@/lib/sso";
import { readWorkspace } from "@/lib/workspaces";

/** Workspaces that one person is shown: beyond, a list is no choice any more. */
const WORKSPACES_LIMIT = 50;

export type Membership = { id: string; workspaceId: string; role: Role };

/** The statement behind it sees this person's memberships in every workspace (policy `own_memberships`). */
const asUser = (userId: string) =>
  identityDb.selectNoFrom(sql`set_config('app.user_id', ${userId}, true)`.as("set"));

const membersOf = (userId: string) =>
  db
    .selectFrom("members")
    .select(["id", "workspace_id", "role"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(WORKSPACES_LIMIT);

type Row = { id: string; workspace_id: string; role: string };
const toMembership = ({ id, workspace_id, role }: Row): Membership => ({
  id,
  workspaceId: workspace_id,
  role: role as Role,
});

/** A person's memberships, the workspace that was looked at last in front, the others in the order in which they came. */
async function lastFirst(userId: string): Promise<Membership[]> {
  const [, members, sessions] = await identityBatch(
    asUser(userId),
    membersOf(userId),
    identityDb
      .selectFrom("sessions")
      .select("workspace_id")
      .where("user_id", "=", userId)
      .orderBy("id", "desc")
      .limit(1),
  );
  const last = sessions[0]?.workspace_id;
  const all = members.map(toMembership);
  return [...all.filter((one) => one.workspaceId === last), ...all.filter((one) => one.workspaceId !== last)];
}

/** Where a password lets somebody in, and where it does not, as single sign-on is enforced there. */
type Openings = { open: Membership[]; enforced: Membership[] };

export async function openingsOf(userId: string): Promise<Openings> {
  const all = await lastFirst(userId);
  const enforced = await enforcedAmong(all.map(({ workspaceId }) => workspaceId));
  return {
    open: all.filter(({ workspaceId }) => !enforced.has(workspaceId)),
    enforced: all.filter(({ workspaceId }) => enforced.has(workspaceId)),
  };
}

/**
 * Whether a person's password opens anything: not where every workspace of theirs enforces single sign-on, and then it
 * cannot be reset either. Who belongs to no workspace has a password like everybody.
 */
export async function passwordOpens(userId: string): Promise<boolean> {
  const { open, enforced } = await openingsOf(userId);
  return open.length > 0 || enforced.length === 0;
}

/** Where a person belongs, in the order in which they joined. */
export async function listMemberships(userId: string): Promise<Membership[]> {
  const [, members] = await identityBatch(asUser(userId), membersOf(userId));
  return members.map(toMembership);
}

/** A person's membership of one workspace; null where they have none. */
export async function membershipOf(userId: string, workspaceId: string): Promise<Membership | null> {
  const all = await listMemberships(userId);
  return all.find((one) => one.workspaceId === workspaceId) ?? null;
}

export type Person = {
  name: string;
  email: string;
  /** In the order in which the person joined them. */
  workspaces: { id: string; name: string; role: Role }[];
};

/** Who a person is, and where they belong; null for an account that is gone. */
export async function readPerson(userId: string): Promise<Person | null> {
  const [, members, users] = await identityBatch(
    asUser(userId),
    membersOf(userId),
    identityDb.selectFrom("users").select(["name", "email"]).where("id", "=", userId),
  );
  const user = users[0];
  if (user === undefined) return null;
  const workspaces = await Promise.all(
    members.map(toMembership).map(async ({ workspaceId, role }) => {
      const { id, name } = await readWorkspace({ workspaceId, db: reader(workspaceId) });
      return { id, name, role };
    }),
  );
  return { ...user, workspaces };
}

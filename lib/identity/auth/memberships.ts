import { sql } from "kysely";
import { enforcedAmong, holdsBreakGlass } from "@/lib/identity/sso";
import { readWorkspace } from "@/lib/identity/workspaces";
import type { Role } from "@/lib/platform/context";
import { db, reader } from "@/lib/platform/db";
import { identityBatch, identityDb } from "@/lib/platform/db/identity";

/** Workspaces that one person is shown: beyond, a list is no choice any more. */
const WORKSPACES_LIMIT = 50;

/** `bySso`: the workspace's provider made them a member, and no password of theirs opens it. */
export type Membership = { id: string; workspaceId: string; role: Role; bySso: boolean };

/** The statement behind it sees this person's memberships in every workspace (policy `own_memberships`). */
const asUser = (userId: string) =>
  identityDb.selectNoFrom(sql`set_config('app.user_id', ${userId}, true)`.as("set"));

const membersOf = (userId: string) =>
  db
    .selectFrom("members")
    .select(["id", "workspace_id", "role", "joined_by_sso"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(WORKSPACES_LIMIT);

type Row = { id: string; workspace_id: string; role: string; joined_by_sso: boolean };
const toMembership = ({ id, workspace_id, role, joined_by_sso }: Row): Membership => ({
  id,
  workspaceId: workspace_id,
  role: role as Role,
  bySso: joined_by_sso,
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

/**
 * Where a password lets somebody in; where it does not, as single sign-on is enforced there; and where they came in by
 * it. The last is the person's own: whoever made an account of their address before, with a password of their own
 * choice, is not let in where a provider has vouched for the address and not for the password.
 */
type Openings = { open: Membership[]; enforced: Membership[]; vouched: Membership[] };

export async function openingsOf(userId: string): Promise<Openings> {
  const all = await lastFirst(userId);
  const shut = await enforcedAmong(all.map(({ workspaceId }) => workspaceId));
  const free = all.filter(({ workspaceId }) => !shut.has(workspaceId));
  return {
    open: free.filter(({ bySso }) => !bySso),
    enforced: all.filter(({ workspaceId }) => shut.has(workspaceId)),
    vouched: free.filter(({ bySso }) => bySso),
  };
}

const opens = ({ open, enforced }: Openings): boolean => open.length > 0 || enforced.length === 0;

/**
 * Whether a person's password may be reset: not where every workspace that it could open enforces single sign-on. Who
 * belongs to no workspace, or came in by single sign-on of their own, has a password like everybody.
 */
export const passwordOpens = async (userId: string): Promise<boolean> => opens(await openingsOf(userId));

/** The same, and where they hold a break-glass code, which asks for the password too: it may be changed. */
export async function passwordCounts(userId: string): Promise<boolean> {
  const openings = await openingsOf(userId);
  if (opens(openings)) return true;
  const owned = openings.enforced.filter(({ role }) => role === "owner");
  const held = await Promise.all(
    owned.map(({ workspaceId, id }) => holdsBreakGlass({ workspaceId, memberId: id })),
  );
  return held.includes(true);
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

/** Who a person is, and where they belong, or `only` one of it; null for an account that is gone. */
export async function readPerson(userId: string, only?: string): Promise<Person | null> {
  const [, members, users] = await identityBatch(
    asUser(userId),
    membersOf(userId),
    identityDb.selectFrom("users").select(["name", "email"]).where("id", "=", userId),
  );
  const user = users[0];
  if (user === undefined) return null;
  const isShown = ({ workspaceId }: Membership) => only === undefined || workspaceId === only;
  const workspaces = await Promise.all(
    members
      .map(toMembership)
      .filter(isShown)
      .map(async ({ workspaceId, role }) => {
        const { id, name } = await readWorkspace({ workspaceId, db: reader(workspaceId) });
        return { id, name, role };
      }),
  );
  return { ...user, workspaces };
}

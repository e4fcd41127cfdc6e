import { sql } from "kysely";
import { hasBreakGlassCode, listSsoEnforced } from "@/lib/identity/sso";
import { readWorkspace } from "@/lib/identity/workspaces";
import type { Role } from "@/lib/platform/context";
import { db, reader } from "@/lib/platform/db";
import { identityBatch, identityDb } from "@/lib/platform/db/identity";

/** Maximum workspaces that are listed for a person. */
const WORKSPACES_LIMIT = 50;

/**
 * `joinedBySso`: the workspace's identity provider made them a member, so that a password does not open it.
 */
export type Membership = { id: string; workspaceId: string; role: Role; joinedBySso: boolean };

/** Lets the next statement read this person's memberships in every workspace (policy `own_memberships`). */
const setUser = (userId: string) =>
  identityDb.selectNoFrom(sql`set_config('app.user_id', ${userId}, true)`.as("set"));

const selectMemberships = (userId: string) =>
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
  joinedBySso: joined_by_sso,
});

/** A person's memberships: the workspace of the last session first, the others in the order of joining. */
async function listLastUsedFirst(userId: string): Promise<Membership[]> {
  const [, members, sessions] = await identityBatch(
    setUser(userId),
    selectMemberships(userId),
    identityDb
      .selectFrom("sessions")
      .select("workspace_id")
      .where("user_id", "=", userId)
      .orderBy("id", "desc")
      .limit(1),
  );
  const lastWorkspaceId = sessions[0]?.workspace_id;
  const memberships = members.map(toMembership);
  return [
    ...memberships.filter((membership) => membership.workspaceId === lastWorkspaceId),
    ...memberships.filter((membership) => membership.workspaceId !== lastWorkspaceId),
  ];
}

/**
 * A person's memberships by what a password opens: `open` by password; `enforced`, as single sign-on is
 * enforced there; and `ssoOnly`, as an identity provider made them a member. A password does not open the
 * last, because another person may have created the account for this address: the provider vouches for the
 * address, not for the password.
 */
type PasswordAccess = { open: Membership[]; enforced: Membership[]; ssoOnly: Membership[] };

export async function readPasswordAccess(userId: string): Promise<PasswordAccess> {
  const memberships = await listLastUsedFirst(userId);
  const enforcedIds = await listSsoEnforced(memberships.map(({ workspaceId }) => workspaceId));
  const notEnforced = memberships.filter(({ workspaceId }) => !enforcedIds.has(workspaceId));
  return {
    open: notEnforced.filter(({ joinedBySso }) => !joinedBySso),
    enforced: memberships.filter(({ workspaceId }) => enforcedIds.has(workspaceId)),
    ssoOnly: notEnforced.filter(({ joinedBySso }) => joinedBySso),
  };
}

const isPasswordUsable = ({ open, enforced }: PasswordAccess): boolean =>
  open.length > 0 || enforced.length === 0;

/**
 * Whether a person can reset their password: not if every workspace that it could open enforces single
 * sign-on. A person without a workspace, or with only `ssoOnly` memberships, can reset it.
 */
export const canResetPassword = async (userId: string): Promise<boolean> =>
  isPasswordUsable(await readPasswordAccess(userId));

/**
 * Whether a person can change their password: if they can reset it, or hold a break-glass code, which
 * requires it.
 */
export async function canChangePassword(userId: string): Promise<boolean> {
  const access = await readPasswordAccess(userId);
  if (isPasswordUsable(access)) return true;
  const ownedMemberships = access.enforced.filter(({ role }) => role === "owner");
  const heldCodes = await Promise.all(
    ownedMemberships.map(({ workspaceId, id }) => hasBreakGlassCode({ workspaceId, memberId: id })),
  );
  return heldCodes.includes(true);
}

/** Lists a person's memberships in the order of joining. */
export async function listMemberships(userId: string): Promise<Membership[]> {
  const [, members] = await identityBatch(setUser(userId), selectMemberships(userId));
  return members.map(toMembership);
}

export type Person = {
  name: string;
  email: string;
  /** In the order of joining. */
  workspaces: { id: string; name: string; role: Role }[];
};

/** Reads a person with their workspaces, or with only one of them; null if the account does not exist. */
export async function readPerson(userId: string, onlyWorkspaceId?: string): Promise<Person | null> {
  const [, members, users] = await identityBatch(
    setUser(userId),
    selectMemberships(userId),
    identityDb.selectFrom("users").select(["name", "email"]).where("id", "=", userId),
  );
  const user = users[0];
  if (user === undefined) return null;
  const isShown = ({ workspaceId }: Membership) =>
    onlyWorkspaceId === undefined || workspaceId === onlyWorkspaceId;
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

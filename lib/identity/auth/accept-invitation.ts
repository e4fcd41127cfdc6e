import { type Compilable, sql } from "kysely";
import { emailFieldRef, hashToken, selectPendingInvitations, statusOf } from "@/lib/identity/invitations";
import { listSsoEnforced } from "@/lib/identity/sso";
import { readWorkspace } from "@/lib/identity/workspaces";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx, Role } from "@/lib/platform/context";
import { requireSession } from "@/lib/platform/context/require-session";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db, reader, type Tx, violatedConstraint } from "@/lib/platform/db";
import { identityBatch, identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError, bodyError, bodyProblem, validationError } from "@/lib/platform/errors";
import { requestDetails } from "@/lib/platform/request-details";
import { validationMessage } from "@/lib/platform/validation-messages";
import { throttleAccount } from "./account";
import { throttleGuest } from "./password/reset";
import { verifyPassword } from "./passwords";
import { type AcceptInvitation, type JoinedWorkspace, NewPassword } from "./schema";
import { forgetSession, readSessionMethod } from "./sessions";
import { newMember, newUser } from "./users";

type LinkedInvitation = { id: string; hash: Buffer; workspaceId: string; email: string; role: Role };

/** Finds the open invitation of a link; null if it is unknown, used, withdrawn, expired or lapsed. */
async function findInvitation(token: string, now: string): Promise<LinkedInvitation | null> {
  const hash = hashToken(token);
  const [lookup] = await identityBatch(
    identityDb.selectNoFrom(sql<string | null>`workspace_of_invitation(${hash})`.as("workspace")),
  );
  const workspaceId = lookup[0]?.workspace ?? null;
  if (workspaceId === null) return null;
  const row = await reader(workspaceId).first(
    selectPendingInvitations(workspaceId).where("token_hash", "=", hash),
  );
  if (row === undefined || statusOf(row, now) !== "open") return null;
  const sealer = await workspaceSealer(workspaceId);
  const email = sealer.openText(emailFieldRef(row.id), row.email);
  return { id: row.id, hash, workspaceId, email, role: row.role as Role };
}

const linkUnusableError = () => new AppError("invitation_not_usable");

const isSsoEnforced = async (workspaceId: string): Promise<boolean> =>
  (await listSsoEnforced([workspaceId])).has(workspaceId);

/**
 * Reads what the page of a link shows. It does not reveal whether the address has an account. `sso`: the
 * workspace enforces single sign-on, so the link cannot be used.
 */
export async function previewInvitation(
  token: string,
  now: string,
): Promise<{ email: string; role: Role; workspace: string; sso: boolean } | null> {
  const invitation = await findInvitation(token, now);
  if (invitation === null) return null;
  const { workspaceId, email, role } = invitation;
  const { name } = await readWorkspace({ workspaceId, db: reader(workspaceId) });
  return { email, role, workspace: name, sso: await isSsoEnforced(workspaceId) };
}

/** Finds the invitation of a link that the caller accepts. Throws 409 if the link cannot be used. */
async function openInvitation(token: string, now: string): Promise<LinkedInvitation> {
  const invitation = await findInvitation(token, now);
  if (invitation === null) throw linkUnusableError();
  if (await isSsoEnforced(invitation.workspaceId)) throw new AppError("invitation_needs_sso");
  return invitation;
}

type RequestOrigin = { requestId: string; address: string | null; now: string };

/**
 * Makes the person a member and marks the link as used, in one transaction. Only one of several concurrent
 * requests succeeds, and none if the inviter can no longer grant the role.
 */
async function acceptAs(
  { id, hash, workspaceId, role }: LinkedInvitation,
  user: { id: string; insert?: Compilable<unknown> },
  { requestId, address, now }: RequestOrigin,
  afterJoin: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  const member = newMember({ workspaceId, userId: user.id, role }, now);
  const actor = { type: "member", id: member.id, role } as const;
  const accept = db
    .updateTable("invitations")
    .set({ accepted_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    // A concurrent renewal replaces the link.
    .where("token_hash", "=", hash)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .returning("id");
  try {
    await writeAudited({ workspaceId, actor, requestId, address, now: () => now }, async (tx) => {
      const selectInvitation = selectPendingInvitations(workspaceId).where("id", "=", id);
      await tx.first(selectInvitation.forNoKeyUpdate());
      // Read again: a statement that waited for a lock sees other tables in their earlier state.
      const row = await tx.first(selectInvitation);
      if (row === undefined || statusOf(row, now) !== "open") throw linkUnusableError();
      if ((await tx.first(accept)) === undefined) throw linkUnusableError();
      await tx.batch(...(user.insert === undefined ? [] : [user.insert]), member.insert);
      await afterJoin(tx);
      return { result: undefined, audit: [{ action: "invitation.accepted", target: id }, member.audit] };
    });
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    throw new AppError("address_of_member");
  }
}

/** Finds the account of the invited address and verifies its password; null if there is no account. */
async function findProvenAccount(email: string, password: string): Promise<string | null> {
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select(["id", "password_hash"]).where("email", "=", email),
  );
  if (user === undefined) return null;
  await throttleAccount(user.id);
  if (await verifyPassword(user.password_hash, password)) return user.id;
  throw bodyError("/password", "password_of_account_needed");
}

/** Prepares a new user with the chosen name and password. */
function newUserFrom({ name, password }: AcceptInvitation, email: string, now: string) {
  const parsedPassword = NewPassword.safeParse(password, { error: validationMessage });
  const details = [
    ...(name === undefined ? [bodyProblem("/name", "name_missing")] : []),
    ...requestDetails(
      "body",
      (parsedPassword.error?.issues ?? []).map((issue) => ({ ...issue, path: ["password", ...issue.path] })),
      { password },
    ),
  ];
  if (details.length > 0 || name === undefined) throw validationError(details);
  return newUser({ email, name, password }, now);
}

/**
 * Accepts an invitation by its link, with the password of the address's account, or with a name and a
 * password for a new account. It opens no session: the person signs in afterwards, with a second factor if
 * they have one. Throws 409 for an unusable link, 400 and 429.
 */
export async function acceptInvitation(
  input: AcceptInvitation,
  origin: RequestOrigin,
): Promise<JoinedWorkspace> {
  await throttleGuest(origin.address);
  const invitation = await openInvitation(input.token, origin.now);
  const account = await findProvenAccount(invitation.email, input.password);
  const user = account === null ? await newUserFrom(input, invitation.email, origin.now) : { id: account };
  await acceptAs(invitation, user, origin);
  return { workspace_id: invitation.workspaceId, email: invitation.email };
}

/**
 * Accepts an invitation for a person who signed in with its address by password, and switches their session
 * to its workspace. A sign-in by another workspace's identity provider is not enough: the account may have
 * been created by another person, who knows its password.
 */
export async function joinWorkspace(ctx: Ctx, token: string): Promise<JoinedWorkspace> {
  const { id: sid, userId } = requireSession(ctx);
  if ((await readSessionMethod(sid)) !== "password") throw new AppError("session_of_one_workspace");
  const invitation = await openInvitation(token, ctx.now());
  const [user] = await identityQuery(identityDb.selectFrom("users").select("email").where("id", "=", userId));
  if (user?.email !== invitation.email) throw new AppError("invitation_for_other_address");
  const { requestId, address } = ctx;
  await acceptAs(invitation, { id: userId }, { requestId, address, now: ctx.now() }, async (tx) => {
    await tx.first(
      identityDb
        .updateTable("sessions")
        .set({ workspace_id: invitation.workspaceId, environment: "live" })
        .where("id", "=", sid),
    );
  });
  forgetSession(sid);
  return { workspace_id: invitation.workspaceId, email: invitation.email };
}

import { listSsoEnforced } from "@/lib/identity/sso";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError, bodyError, notFound } from "@/lib/platform/errors";
import { readMembership } from "./memberships";
import type { Session, SessionScope, SwitchSession } from "./schema";
import { forgetSession, listSessions, readSessionMethod } from "./sessions";

/** The caller's session. Throws `forbidden` for a key, which has none. */
export function requireSession({ session }: Ctx): { id: string; userId: string } {
  if (session === undefined) throw new AppError("forbidden", "This requires a signed-in session.");
  return session;
}

/**
 * The sessions of the person that this session can list and end: all of them, or only those of its workspace
 * if it was not opened by a password. A workspace's identity provider must not learn of sign-ins to other
 * workspaces.
 */
async function readReach(ctx: Ctx): Promise<{ workspaceId?: string }> {
  const isBound = (await readSessionMethod(requireSession(ctx).id)) !== "password";
  return isBound ? { workspaceId: ctx.workspaceId } : {};
}

/** Lists the person's open sessions, newest first: see `readReach`. */
export async function listOwnSessions(ctx: Ctx): Promise<{ data: Session[] }> {
  const { id, userId } = requireSession(ctx);
  const data = await listSessions(userId, ctx.now(), await readReach(ctx));
  return { data: data.map((session) => ({ ...session, current: session.id === id })) };
}

function endOpenSessions(userId: string, now: string, { workspaceId }: { workspaceId?: string }) {
  const query = identityDb
    .updateTable("sessions")
    .set({ ended_at: now })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .returning("id");
  return workspaceId === undefined ? query : query.where("workspace_id", "=", workspaceId);
}

/** Ends one of the person's sessions. Throws 404 for one that is not theirs or has ended. */
export async function endOwnSession(ctx: Ctx, id: string): Promise<void> {
  const { userId } = requireSession(ctx);
  const reach = await readReach(ctx);
  await writeAudited(ctx, async (tx) => {
    const ended = await tx.first(endOpenSessions(userId, ctx.now(), reach).where("id", "=", id));
    if (ended === undefined) throw notFound();
    return { result: undefined, audit: { action: "session.ended", target: id } };
  });
  forgetSession(id);
}

/** Ends all sessions that this session reaches, itself included. */
export async function endOwnSessions(ctx: Ctx): Promise<void> {
  const { userId } = requireSession(ctx);
  const reach = await readReach(ctx);
  const ended = await writeAudited(ctx, async (tx) => {
    const rows = await tx.all(endOpenSessions(userId, ctx.now(), reach));
    const audit = { action: "session.all_ended", target: ctx.actor.id, after: { sessions: rows.length } };
    return { result: rows, audit };
  });
  for (const { id } of ended) forgetSession(id);
}

const workspaceError = (code: string, message: string): AppError => bodyError("/workspace_id", code, message);

/**
 * Requires that a session can switch to a workspace. A session opened by single sign-on or a break-glass code
 * cannot switch, as an identity provider vouches only for its workspace. No session can switch to a workspace
 * that the person's password does not open.
 */
async function requireCanSwitch(sid: string, userId: string, workspaceId: string): Promise<void> {
  const membership = await readMembership(userId, workspaceId);
  if (membership === null) throw workspaceError("not_a_member", "Choose a workspace that you belong to.");
  if ((await readSessionMethod(sid)) !== "password")
    throw workspaceError(
      "bound_to_workspace",
      "This session is limited to one workspace. Sign out, then sign in with your password.",
    );
  if (membership.joinedBySso || (await listSsoEnforced([workspaceId])).has(workspaceId))
    throw workspaceError(
      "sso_required",
      "This workspace requires single sign-on. Sign out, then sign in by single sign-on.",
    );
}

/** Switches the session to another environment or workspace. Not audited, as it changes no workspace. */
export async function switchSession(ctx: Ctx, input: SwitchSession): Promise<SessionScope> {
  const { id, userId } = requireSession(ctx);
  const environment = input.environment ?? ctx.environment;
  const workspace_id = input.workspace_id ?? ctx.workspaceId;
  if (workspace_id !== ctx.workspaceId) await requireCanSwitch(id, userId, workspace_id);
  await identityQuery(
    identityDb.updateTable("sessions").set({ environment, workspace_id }).where("id", "=", id),
  );
  forgetSession(id);
  return { environment, workspace_id };
}

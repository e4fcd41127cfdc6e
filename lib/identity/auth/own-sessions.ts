import { enforcedAmong } from "@/lib/identity/sso";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError, notFound, validationError } from "@/lib/platform/errors";
import { membershipOf } from "./memberships";
import type { Session, SessionScope, SwitchSession } from "./schema";
import { forgetSession, listSessions, methodOf } from "./sessions";

/** The session of who asks. Throws `forbidden` for a key, which has none. */
export function sessionOf({ session }: Ctx): { id: string; userId: string } {
  if (session === undefined) throw new AppError("forbidden", "This is for people who sign in.");
  return session;
}

/**
 * Which of the person's sessions a session reaches: all, and one that was not opened by a password those of its own
 * workspace alone. An identity provider that says who somebody is there does not learn where else they sign in from.
 */
async function reachOf(ctx: Ctx): Promise<{ workspaceId?: string }> {
  const isBound = (await methodOf(sessionOf(ctx).id)) !== "password";
  return isBound ? { workspaceId: ctx.workspaceId } : {};
}

/** The person's open sessions, newest first: see `reachOf`. */
export async function listOwnSessions(ctx: Ctx): Promise<{ data: Session[] }> {
  const { id, userId } = sessionOf(ctx);
  const data = await listSessions(userId, ctx.now(), await reachOf(ctx));
  return { data: data.map((session) => ({ ...session, current: session.id === id })) };
}

function ending(userId: string, now: string, { workspaceId }: { workspaceId?: string }) {
  const own = identityDb
    .updateTable("sessions")
    .set({ ended_at: now })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .returning("id");
  return workspaceId === undefined ? own : own.where("workspace_id", "=", workspaceId);
}

/** Ends one of the person's sessions. 404 for one that is not theirs, or has ended. */
export async function endOwnSession(ctx: Ctx, id: string): Promise<void> {
  const { userId } = sessionOf(ctx);
  const reach = await reachOf(ctx);
  await mutate(ctx, async (tx) => {
    const ended = await tx.one(ending(userId, ctx.now(), reach).where("id", "=", id));
    if (ended === undefined) throw notFound();
    return { result: undefined, audit: { action: "session.ended", target: id } };
  });
  forgetSession(id);
}

/** Signs the person out everywhere that the session reaches, itself included. */
export async function endOwnSessions(ctx: Ctx): Promise<void> {
  const { userId } = sessionOf(ctx);
  const reach = await reachOf(ctx);
  const ended = await mutate(ctx, async (tx) => {
    const rows = await tx.all(ending(userId, ctx.now(), reach));
    const audit = { action: "session.all_ended", target: ctx.actor.id, after: { sessions: rows.length } };
    return { result: rows, audit };
  });
  for (const { id } of ended) forgetSession(id);
}

const refusedWorkspace = (code: string, message: string): AppError =>
  validationError([{ in: "body", pointer: "/workspace_id", code, message }]);

/**
 * Whether a session may go over to another workspace. One that single sign-on or a break-glass code has opened may not:
 * one workspace's identity provider vouches for nobody in another. Nor may any go where no password opens.
 */
async function requirePassage(sid: string, userId: string, workspaceId: string): Promise<void> {
  const membership = await membershipOf(userId, workspaceId);
  if (membership === null) throw refusedWorkspace("not_a_member", "Choose a workspace that you belong to.");
  if ((await methodOf(sid)) !== "password")
    throw refusedWorkspace(
      "bound_to_workspace",
      "You signed in for one workspace alone. Sign out, and sign in with your password for another.",
    );
  if (membership.bySso || (await enforcedAmong([workspaceId])).has(workspaceId))
    throw refusedWorkspace(
      "sso_required",
      "This workspace is entered by single sign-on. Sign out, and continue with single sign-on.",
    );
}

/** Lets the session look at another environment, or another workspace of the person's. It is no change of a workspace. */
export async function switchSession(ctx: Ctx, input: SwitchSession): Promise<SessionScope> {
  const { id, userId } = sessionOf(ctx);
  const environment = input.environment ?? ctx.environment;
  const workspace_id = input.workspace_id ?? ctx.workspaceId;
  if (workspace_id !== ctx.workspaceId) await requirePassage(id, userId, workspace_id);
  await identityQuery(
    identityDb.updateTable("sessions").set({ environment, workspace_id }).where("id", "=", id),
  );
  forgetSession(id);
  return { environment, workspace_id };
}

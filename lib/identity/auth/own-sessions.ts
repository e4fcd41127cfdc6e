import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { requireSession } from "@/lib/platform/context/require-session";
import { identityDb } from "@/lib/platform/db/identity";
import { notFound } from "@/lib/platform/errors";
import type { Session } from "./schema";
import { forgetSession, listSessions, readSessionMethod } from "./sessions";

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

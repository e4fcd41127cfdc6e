import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { notify } from "@/lib/platform/live";
import { type JoinEnd, type JoinKind, type JoinRefusal, joinLease } from "./join";

/** A requested join, as the gateway of its call reads it. */
export type RequestedJoin = {
  id: string;
  kind: JoinKind;
  memberId: string;
  sessionId: string;
  acceptsRecording: boolean;
};

/** A request waits for a few seconds. A call has few members, so more rows are an attack. */
const MAX_REQUESTS = 20;

/** Reads the joins of a call that no gateway has answered. */
export async function readRequestedJoins(ctx: Ctx, callId: string): Promise<RequestedJoin[]> {
  const rows = await ctx.db.all(
    db
      .selectFrom("call_joins")
      .select(["id", "kind", "member_id", "session_id", "accepts_recording"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", callId)
      .where("state", "=", "requested")
      .orderBy("id")
      .limit(MAX_REQUESTS),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as JoinKind,
    memberId: row.member_id,
    sessionId: row.session_id,
    acceptsRecording: row.accepts_recording,
  }));
}

const updateJoin = (ctx: Ctx, id: string, from: readonly string[]) =>
  db
    .updateTable("call_joins")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id)
    .where("state", "in", from);

/** Claims a requested join for this gateway, or refuses it. False if its request was withdrawn. */
export async function answerJoin(
  ctx: Ctx,
  id: string,
  answer: { gatewayUrl: string | null } | { refusal: JoinRefusal },
): Promise<boolean> {
  const update = updateJoin(ctx, id, ["requested"])
    .set(
      "refusal" in answer
        ? { state: "refused", reason: answer.refusal, ended_at: ctx.now() }
        : { state: "claimed", gateway_url: answer.gatewayUrl },
    )
    .returning("id");
  const [rows] = await writeUnaudited(ctx, { run: [update, notify(id, "join_answered")] });
  return rows.length > 0;
}

/** A join with its call, as the audit log and the readers of the call need it. */
export type HeldJoin = RequestedJoin & { callId: string };

/** The audit log names the member, who acts by their connection. */
const asMember = (ctx: Ctx, { memberId }: HeldJoin): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, type: "member", id: memberId },
});

const ACTIONS = {
  take_over: { started: "call.takeover_started", ended: "call.takeover_ended" },
  listen: { started: "call.listening_started", ended: "call.listening_ended" },
} as const;

/** Stores that the member is connected. False if the join has ended already. */
export function startJoin(ctx: Ctx, join: HeldJoin): Promise<boolean> {
  return writeAudited(asMember(ctx, join), async (tx) => {
    const [row] = await tx.all(
      updateJoin(ctx, join.id, ["claimed"])
        .set({ state: "connected", connected_at: ctx.now(), lease_until: joinLease })
        .returning("id"),
    );
    await tx.all(notify(join.callId, "join_changed"));
    const audit = {
      action: ACTIONS[join.kind].started,
      target: join.callId,
      after: { join: join.id },
    };
    return { result: row !== undefined, audit: row === undefined ? null : audit };
  });
}

/** Stores that the member has left, with how long the caller heard or was heard by them in the log. Safe to repeat. */
export function endJoin(ctx: Ctx, join: HeldJoin, reason: JoinEnd): Promise<void> {
  return writeAudited(asMember(ctx, join), async (tx) => {
    const [row] = await tx.all(
      updateJoin(ctx, join.id, ["claimed", "connected"])
        .set({ state: "ended", reason, ended_at: ctx.now() })
        .returning("connected_at"),
    );
    await tx.all(notify(join.callId, "join_changed"));
    const wasConnected = row !== undefined && row.connected_at !== null;
    const audit = { action: ACTIONS[join.kind].ended, target: join.callId, after: { join: join.id, reason } };
    return { result: undefined, audit: wasConnected ? audit : null };
  });
}

/** Renews connected joins, so that readers see that their gateway lives. */
export async function renewJoin(ctx: Ctx, id: string): Promise<void> {
  await writeUnaudited(ctx, {
    run: [updateJoin(ctx, id, ["connected"]).set({ lease_until: joinLease })],
  });
}

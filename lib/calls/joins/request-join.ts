import { readCall } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { requireSession } from "@/lib/platform/context/require-session";
import { db, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { hasSeveralGateways } from "@/lib/platform/gateways";
import { newId } from "@/lib/platform/ids";
import { notify, subscribe } from "@/lib/platform/live";
import { withTimeout } from "@/lib/platform/with-timeout";
import { JOIN_REFUSALS, type JoinKind } from "./join";
import { createJoinToken, joinUrl } from "./join-ticket";
import type { JoinConnection } from "./schema";

/** The gateway of the call answers within a round trip of the database. */
const ANSWER_MS = 5_000;
const MAX_LISTENERS = 3;

type JoinRequest = { callId: string; kind: JoinKind; acceptsRecording: boolean };

/** Throws if the call is not one that members can join. */
async function requireSpokenCall(ctx: Ctx, callId: string): Promise<void> {
  const call = await readCall(ctx, callId);
  if (call.ended_at !== null) throw new AppError("call_has_ended");
  if (call.channel !== "phone" && call.channel !== "web") throw new AppError("call_join_needs_voice");
  if (call.status !== "in_progress") throw new AppError("call_not_answered");
}

const insertJoin = (ctx: Ctx, id: string, { callId, kind, acceptsRecording }: JoinRequest) => {
  const session = requireSession(ctx);
  return db.insertInto("call_joins").values({
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    call_id: callId,
    kind,
    member_id: ctx.actor.id,
    user_id: session.userId,
    session_id: session.id,
    accepts_recording: acceptsRecording,
    requested_at: ctx.now(),
  });
};

const readAnswer = (ctx: Ctx, id: string) =>
  ctx.db.first(
    db
      .selectFrom("call_joins")
      .select(["state", "reason", "gateway_url"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id),
  );

/** Withdraws a join that no gateway has answered. False if one has claimed it meanwhile. */
async function withdraw(ctx: Ctx, id: string): Promise<boolean> {
  const update = db
    .updateTable("call_joins")
    .set({ state: "refused", reason: "gateway_unreachable", ended_at: ctx.now() })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id)
    .where("state", "=", "requested")
    .returning("id");
  const [rows] = await writeUnaudited(ctx, { run: [update] });
  return rows.length > 0;
}

/** Stores the request and waits for the answer of the gateway that has the call. */
async function requestAnswer(ctx: Ctx, id: string, request: JoinRequest) {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const stop = await subscribe(id, answer);
  try {
    await writeUnaudited(ctx, {
      run: [insertJoin(ctx, id, request), notify(request.callId, "join_requested")],
    });
    await withTimeout(answered, ANSWER_MS, () => undefined);
  } finally {
    stop();
  }
  const row = await readAnswer(ctx, id);
  if (row?.state === "requested" && (await withdraw(ctx, id)))
    throw new AppError("call_gateway_unreachable", { retryAfterS: 1 });
  return row?.state === "requested" ? await readAnswer(ctx, id) : row;
}

/**
 * Requests that a member takes over a call in progress, or listens to it. The gateway that has the caller's line decides. Resolves
 * with the member's connection. Throws 404, `call_has_ended`, a reason of `JOIN_REFUSALS`, and 503 if the gateway cannot be reached.
 */
export async function requestJoin(ctx: Ctx, request: JoinRequest): Promise<JoinConnection> {
  requireSession(ctx);
  await requireSpokenCall(ctx, request.callId);
  const id = newId("join");
  const row = await requestAnswer(ctx, id, request);
  if (row === undefined) throw new AppError("call_gateway_unreachable", { retryAfterS: 1 });
  if (row.state === "refused") {
    const reason = JOIN_REFUSALS.find((refusal) => refusal === row.reason) ?? "call_join_not_ready";
    throw reason === "listening_limit_reached"
      ? new AppError(reason, { params: { max: MAX_LISTENERS } })
      : new AppError(reason);
  }
  if (row.gateway_url === null && (await hasSeveralGateways()))
    throw new AppError("call_on_separate_gateway");
  const { token, expiresAt } = createJoinToken(ctx, id, ctx.now());
  return { id, url: joinUrl(), token, expires_at: expiresAt };
}

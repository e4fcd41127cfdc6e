import type { ConversationEvent } from "@/lib/calls/conversation";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import type { ActiveCall } from "./active-call";
import { expireCall } from "./connect-ticket";
import { type AcquiredCall, acquireCall, isCallBusy } from "./lease";
import { elapsedMs, runTurn, toActiveCall } from "./run-event";
import { LEASE_MS, limitsOf, scheduleTick } from "./session";
import { settleCall } from "./settle";

type DueSession = { environment: Ctx["environment"]; due_at: string; lease_owner: string | null };

/** Reads a call's next due time and environment; undefined once it is settled. */
const readDueSession = async (ctx: Ctx, callId: string): Promise<DueSession | undefined> =>
  (await ctx.db.first(
    db
      .selectFrom("call_sessions")
      .innerJoin("calls", (join) =>
        join
          .onRef("calls.workspace_id", "=", "call_sessions.workspace_id")
          .onRef("calls.id", "=", "call_sessions.call_id"),
      )
      .select(["calls.environment", "call_sessions.due_at", "call_sessions.lease_owner"])
      .where("call_sessions.workspace_id", "=", ctx.workspaceId)
      .where("call_sessions.call_id", "=", callId),
  )) as DueSession | undefined;

/**
 * The event that is due in an active call: its maximum duration, its silence limit, or the agent's turn that
 * a crash interrupted. A spoken call without an owner has lost its line: the owner released it after the line broke,
 * or died.
 */
function dueEventOf(active: ActiveCall, { lease_owner: owner }: DueSession): ConversationEvent {
  const { row, conversation } = active;
  const atMs = elapsedMs(active);
  // The carrier has connected the caller to a person after the owner died.
  if (row.transferred_at !== null) return { type: "hung_up", atMs, reason: "transferred" };
  if (conversation.state.isSpoken === true)
    return { type: "hung_up", atMs, reason: owner === null ? "carrier_error" : "interrupted_by_restart" };
  if (atMs >= limitsOf(row, conversation.state).maxDurationS * 1_000) return { type: "ran_out", atMs };
  return conversation.state.phase === "listening" ? { type: "fell_silent" } : { type: "resumed", atMs };
}

const reschedule = (ctx: Ctx, callId: string, runAt: string) =>
  writeUnaudited(ctx, { run: [scheduleTick(ctx.workspaceId, callId, runAt)] });

/**
 * Acquires the call; null while another process acts in it. It is checked again after that lease has expired.
 */
async function tryAcquire(ctx: Ctx, callId: string): Promise<AcquiredCall | null> {
  try {
    const acquired = await acquireCall(ctx, callId);
    if (acquired.lease !== null || acquired.row.settled_at !== null) return acquired;
  } catch (error) {
    if (!isCallBusy(error)) throw error;
  }
  await reschedule(ctx, callId, plusMs(ctx.now(), LEASE_MS));
  return null;
}

/**
 * Checks a call that has no owner: ends it at its silence limit or maximum duration, continues the turn that
 * a crash interrupted, or settles it after its end. Safe to repeat and to run concurrently. Reschedules
 * itself until the call is settled.
 */
export async function tickCall(base: Ctx, callId: string): Promise<void> {
  const dueSession = await readDueSession(base, callId);
  if (dueSession === undefined) return expireCall(base, callId);
  const ctx: Ctx = { ...base, environment: dueSession.environment };
  if (dueSession.due_at > ctx.now()) return void (await reschedule(ctx, callId, dueSession.due_at));
  const acquired = await tryAcquire(ctx, callId);
  if (acquired === null) return;
  const { lease, ...opened } = acquired;
  const active = toActiveCall(ctx, opened);
  if (lease === null || active === null) return void (await lease?.release());
  // A concurrent message has moved the due time.
  const { due_at: due } = active.row;
  if (due !== null && due > ctx.now()) {
    await lease.release();
    return void (await reschedule(ctx, callId, due));
  }
  if (active.conversation.state.phase === "ended") await settleCall(active, lease, ctx.signal);
  else await runTurn(active, lease, dueEventOf(active, dueSession));
}

import type { Event } from "@/lib/calls/conversation";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import type { Active } from "./active";
import { expireCall } from "./connect";
import { act, activate, elapsed } from "./converse";
import { type Acquired, acquire, isBusy } from "./lease";
import { LEASE_MS, limitsOf, watch } from "./session";
import { settleCall } from "./settle";

type Due = { environment: Ctx["environment"]; due_at: string };

/** When something is due in a call, and where it lives; undefined once it is settled. */
const dueOf = async (ctx: Ctx, callId: string): Promise<Due | undefined> =>
  (await ctx.db.one(
    db
      .selectFrom("call_sessions")
      .innerJoin("calls", (join) =>
        join
          .onRef("calls.workspace_id", "=", "call_sessions.workspace_id")
          .onRef("calls.id", "=", "call_sessions.call_id"),
      )
      .select(["calls.environment", "call_sessions.due_at"])
      .where("call_sessions.workspace_id", "=", ctx.workspaceId)
      .where("call_sessions.call_id", "=", callId),
  )) as Due | undefined;

/**
 * What is due in a running call: its longest duration, its silence, or the agent's turn that a crash interrupted. A
 * spoken one that nobody holds has lost its line with the process that did.
 */
function eventOf(active: Active): Event {
  const { row, conversation } = active;
  const atMs = elapsed(active);
  if (conversation.state.spoken === true) return { type: "hung_up", atMs, reason: "interrupted_by_restart" };
  if (atMs >= limitsOf(row).longestS * 1_000) return { type: "ran_out", atMs };
  return conversation.state.phase === "listening" ? { type: "fell_silent" } : { type: "resumed", atMs };
}

const again = (ctx: Ctx, callId: string, runAt: string) =>
  record(ctx, { run: [watch(ctx.workspaceId, callId, runAt)] });

/** The call with its lease, or null while somebody acts in it: they are looked after when their lease has run out. */
async function take(ctx: Ctx, callId: string): Promise<Acquired | null> {
  try {
    const acquired = await acquire(ctx, callId);
    if (acquired.lease !== null || acquired.row.settled_at !== null) return acquired;
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
  await again(ctx, callId, plusMs(ctx.now(), LEASE_MS));
  return null;
}

/**
 * Looks after a call that nobody acts in: ends it when it is silent or has lasted too long, goes on with the turn that
 * a crash interrupted, settles it when it has ended. Safe to repeat and to run twice at once; it comes again by itself
 * while something is left.
 */
export async function tickCall(base: Ctx, callId: string): Promise<void> {
  const found = await dueOf(base, callId);
  if (found === undefined) return expireCall(base, callId);
  const ctx: Ctx = { ...base, environment: found.environment };
  if (found.due_at > ctx.now()) return void (await again(ctx, callId, found.due_at));
  const taken = await take(ctx, callId);
  if (taken === null) return;
  const { lease, ...opened } = taken;
  const active = activate(ctx, opened);
  if (lease === null || active === null) return void (await lease?.release());
  // Whoever spoke a moment ago has moved it.
  const { due_at: due } = active.row;
  if (due !== null && due > ctx.now()) {
    await lease.release();
    return void (await again(ctx, callId, due));
  }
  if (active.conversation.state.phase === "ended") await settleCall(active, lease, ctx.signal);
  else await act(active, lease, eventOf(active));
}

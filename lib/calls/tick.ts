import { plusMs } from "@/lib/clock";
import type { Ctx } from "@/lib/context";
import type { Event } from "@/lib/conversation";
import { db, record } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { type Active, activate, happen } from "./converse";
import { takeLease } from "./lease";
import { openCall } from "./read";
import { LEASE_MS, watch } from "./session";
import { settleCall } from "./settle";

type Due = { environment: "live" | "test"; due_at: string };

async function dueOf(ctx: Ctx, callId: string): Promise<Due | undefined> {
  return (await ctx.db.one(
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
}

/** What is due in a running call: its longest duration, its silence, or the agent's turn that a crash interrupted. */
function eventOf({ row, conversation }: Active, now: string): Event {
  const startedAt = row.started_at ?? row.created_at;
  if (now >= plusMs(startedAt, row.config.max_duration_s * 1_000)) return { type: "ran_out" };
  if (conversation.state.phase === "listening") return { type: "fell_silent" };
  return { type: "resumed", atMs: Date.parse(now) - Date.parse(startedAt) };
}

const again = (ctx: Ctx, callId: string, runAt: string) =>
  record(ctx, { run: [watch(ctx.workspaceId, callId, runAt)] });

/**
 * Looks after a call that nobody acts in: ends it when it is silent or has lasted too long, goes on with the turn that
 * a crash interrupted, settles it when it has ended. Safe to repeat; it comes again by itself while something is left.
 */
export async function tickCall(base: Ctx, callId: string): Promise<void> {
  const due = await dueOf(base, callId);
  if (due === undefined) return;
  const ctx: Ctx = { ...base, environment: due.environment };
  const now = ctx.now();
  if (due.due_at > now) return void (await again(ctx, callId, due.due_at));
  try {
    const lease = await takeLease(ctx, callId);
    if (lease === null) return;
    try {
      const active = activate(ctx, await openCall(ctx, callId));
      if (active !== null && active.conversation.state.phase !== "ended")
        await happen(active, lease, eventOf(active, now));
    } finally {
      await lease.release();
    }
  } catch (error) {
    if (!(error instanceof AppError && error.code === "in_progress")) throw error;
    return void (await again(ctx, callId, plusMs(now, LEASE_MS)));
  }
  await settleCall(ctx, callId);
}

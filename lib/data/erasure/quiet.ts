import { endCall, tickCall } from "@/lib/calls/calls";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type Row, reachOf } from "./row";
import { callsOf } from "./target";

/** Calls of one number that are ended in one run of the job; more come in the next. */
const AT_ONCE = 20;
/** What has not ended and been settled by then is emptied as it is: a model that does not answer, a line that hangs. */
const GIVE_UP_MS = 120_000;

type Going = { id: string; environment: Environment; ended_at: string | null };

/**
 * Ends a call, and settles it as far as that can be done now: whoever speaks in it is cut off and not waited for, as the
 * next step comes in a second. Whatever fails is tried again, and then done without.
 */
async function endOne(base: Ctx, call: Going): Promise<void> {
  const ctx: Ctx = { ...base, environment: call.environment };
  try {
    if (call.ended_at === null) await endCall(ctx, call.id, undefined, { once: true });
    else await tickCall(ctx, call.id);
  } catch (err) {
    log.warn({ callId: call.id, err }, "a call that is to be erased could not be ended yet");
  }
}

/** Calls that go on or are not settled, and tries to reach somebody that are under way. */
async function goingOn(ctx: Ctx, row: Row): Promise<{ calls: Going[]; attempts: number }> {
  const [calls, attempts] = await ctx.db.batch(
    callsOf(ctx, row)
      .select(["calls.id", "calls.environment", "calls.ended_at"])
      .where("calls.settled_at", "is", null)
      .orderBy("calls.id")
      .limit(AT_ONCE),
    db
      .selectFrom("attempts")
      .select("attempts.key")
      .where("attempts.workspace_id", "=", ctx.workspaceId)
      .where("attempts.environment", "in", reachOf(row.environment))
      .where("attempts.contact_hash", "=", row.contact_hash)
      .where("attempts.state", "!=", "ended")
      .limit(1),
  );
  return { calls: calls as Going[], attempts: attempts.length };
}

/**
 * Ends the calls of the number that go on, and has them settled. False where some still go on: whoever asks comes again.
 * Two minutes after the deletion has begun it is true whatever goes on.
 */
export async function quiet(ctx: Ctx, row: Row): Promise<boolean> {
  const { calls } = await goingOn(ctx, row);
  for (const call of calls) await endOne(ctx, call);
  const left = await goingOn(ctx, row);
  if (left.calls.length === 0 && left.attempts === 0) return true;
  return plusMs(row.started_at ?? ctx.now(), GIVE_UP_MS) <= ctx.now();
}

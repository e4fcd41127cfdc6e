import { endCall, tickCall } from "@/lib/calls/calls";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type Row, reachOf } from "./row";
import { callsOf } from "./target";

/** Calls ended per run of the job; more follow in the next run. */
const AT_ONCE = 20;
/** Time after which unsettled calls are cleared as they are: the model does not answer, or the line hangs. */
const MAX_WAIT_MS = 120_000;

type Going = { id: string; environment: Environment; ended_at: string | null };

/**
 * Ends a call, and settles it if possible now. The speaking agent is interrupted without waiting, as the next
 * step runs in a second. Failures are retried, and ignored in the end.
 */
async function endActiveCall(base: Ctx, call: Going): Promise<void> {
  const ctx: Ctx = { ...base, environment: call.environment };
  try {
    if (call.ended_at === null) await endCall(ctx, call.id, undefined, { isSingleTry: true });
    else await tickCall(ctx, call.id);
  } catch (err) {
    log.warn({ callId: call.id, err }, "a call that is to be erased could not be ended yet");
  }
}

/** Calls in progress or unsettled, and attempts in progress. */
async function findActive(ctx: Ctx, row: Row): Promise<{ calls: Going[]; attempts: number }> {
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
 * Ends and settles the number's calls in progress. Returns false while some remain, so that the caller
 * retries. Always true two minutes after the start of the deletion.
 */
export async function endActiveCalls(ctx: Ctx, row: Row): Promise<boolean> {
  const { calls } = await findActive(ctx, row);
  for (const call of calls) await endActiveCall(ctx, call);
  const left = await findActive(ctx, row);
  if (left.calls.length === 0 && left.attempts === 0) return true;
  return plusMs(row.started_at ?? ctx.now(), MAX_WAIT_MS) <= ctx.now();
}

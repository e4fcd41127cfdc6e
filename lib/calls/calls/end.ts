import { setTimeout as pause } from "node:timers/promises";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { notify } from "@/lib/platform/live";
import { endUnansweredCall } from "./end-unanswered";
import { type AcquiredCall, abortLocalTurn, acquireCall, isCallBusy } from "./lease";
import { readCall } from "./read";
import { isUnanswered } from "./row";
import { elapsedMs, runTurn, toActiveCall } from "./run-event";
import type { Call } from "./schema";

/** Retries for the lease while the agent is being cut off: two seconds in total. */
const RETRY_DELAY_MS = 50;
const MAX_TRIES = 40;

/** Interrupts the agent's turn, in any process, and acquires the call. */
async function acquireInterrupting(ctx: Ctx, id: string, maxTries: number): Promise<AcquiredCall> {
  for (let tries = 1; ; tries++) {
    try {
      return await acquireCall(ctx, id);
    } catch (error) {
      if (!isCallBusy(error)) throw error;
      if (!abortLocalTurn(id)) await writeUnaudited(ctx, { run: [notify(id, "cut")] });
      if (tries >= maxTries) throw error;
      await pause(RETRY_DELAY_MS);
    }
  }
}

/** Why the system ends a call that neither side hung up. */
type SystemEndReason = "opted_out" | "carrier_error";

/**
 * Ends a call. The agent is cut off in mid-sentence if necessary, and what it said so far is stored. An unanswered call
 * is canceled. A call that has already ended is returned unchanged. Throws 404, and 409 `in_progress` if the agent does
 * not release the call within two seconds. `isSingleTry` cuts the agent off without waiting, for a job that is retried.
 */
export async function endCall(
  ctx: Ctx,
  id: string,
  endReason?: SystemEndReason,
  { isSingleTry = false }: { isSingleTry?: boolean } = {},
): Promise<Call> {
  const { lease, ...opened } = await acquireInterrupting(ctx, id, isSingleTry ? 1 : MAX_TRIES);
  if (isUnanswered(opened.row) && lease === null) {
    const canceled = await endUnansweredCall(ctx, id, {
      status: "canceled",
      endReason: "canceled",
      outcome: "failed",
    });
    // The call was answered or ended in the meantime.
    return canceled ? readCall(ctx, id) : endCall(ctx, id, endReason, { isSingleTry });
  }
  const active = toActiveCall(ctx, opened);
  const reason = endReason === undefined ? {} : { reason: endReason };
  if (lease !== null && active !== null)
    await runTurn(active, lease, { type: "hung_up", atMs: elapsedMs(active), ...reason });
  else await lease?.release();
  return readCall(ctx, id);
}

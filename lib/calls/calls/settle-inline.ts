import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";
import type { ActiveCall } from "./active-call";
import { hasHeldLine } from "./held-lines";
import type { Lease } from "./lease";
import { queueSettlement } from "./queue-settlement";
import { settleCall } from "./settle";
import { SETTLE_LIMITS } from "./settle-limits";

function logRace({ ctx, row }: ActiveCall, error: unknown): void {
  // An ordinary race: the queue has settled it first.
  const level = error instanceof AppError && error.reason === "call_taken_over" ? "debug" : "warn";
  log[level](
    { callId: row.id, requestId: ctx.requestId, err: error },
    "could not settle the call inline; the queue will settle it",
  );
}

/**
 * Settles a call within the request that ended it, so that the next request reads the settled call. Waits at most
 * `SETTLE_LIMITS.waitMs`. With a slow model, settling continues in the background, and the queue retries if it fails.
 */
export async function settleInline(active: ActiveCall, lease: Lease): Promise<void> {
  const settling = settleCall(active, lease).catch((error) => logRace(active, error));
  await withTimeout(settling, SETTLE_LIMITS.waitMs, () => undefined);
}

/**
 * Settles a spoken call that has ended. While this process holds other lines, a worker settles it: masking a whole
 * transcript takes tens of milliseconds of CPU, which would delay the speech of the other calls.
 */
export async function settleBesideLines(active: ActiveCall, lease: Lease): Promise<void> {
  if (!hasHeldLine() || !SETTLE_LIMITS.isQueuedBesideLines) return settleInline(active, lease);
  try {
    await queueSettlement(active, lease, active.ctx.now());
  } catch (error) {
    logRace(active, error);
    await lease.release();
  }
}

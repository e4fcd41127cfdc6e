import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";
import type { ActiveCall } from "./active-call";
import type { Lease } from "./lease";
import { settleCall } from "./settle";
import { SETTLE_LIMITS } from "./settle-limits";

/**
 * Settles a call within the request that ended it, so that the next request reads the settled call. Waits at most
 * `SETTLE_LIMITS.waitMs`. With a slow model, settling continues in the background, and the queue retries if it fails.
 */
export async function settleInline(active: ActiveCall, lease: Lease): Promise<void> {
  const settling = settleCall(active, lease).catch((error) => {
    // An ordinary race: the queue has settled it first.
    const level = error instanceof AppError && error.reason === "call_taken_over" ? "debug" : "warn";
    log[level](
      { callId: active.row.id, requestId: active.ctx.requestId, err: error },
      "could not settle the call inline; the queue will settle it",
    );
  });
  await withTimeout(settling, SETTLE_LIMITS.waitMs, () => undefined);
}

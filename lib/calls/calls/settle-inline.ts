import { log } from "@/lib/platform/log";
import type { ActiveCall } from "./active-call";
import type { Lease } from "./lease";
import { settleCall } from "./settle";

/** How long a request waits for its ended call to settle. The built-in model needs milliseconds. */
const WAIT_MS = 5_000;

/**
 * Settles a call within the request that ended it, so that the next request reads the settled call. Waits at most
 * `WAIT_MS`. With a slow model, settling continues in the background, and the queue retries if it fails.
 */
export async function settleInline(active: ActiveCall, lease: Lease): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, WAIT_MS);
  });
  const settling = settleCall(active, lease).catch((error) =>
    log.warn(
      { callId: active.row.id, err: error },
      "could not settle the call inline; the queue will settle it",
    ),
  );
  await Promise.race([settling, timeout]);
  clearTimeout(timer);
}

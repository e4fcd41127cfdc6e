import { log } from "@/lib/platform/log";
import type { Active } from "./active";
import type { Lease } from "./lease";
import { settleCall } from "./settle";

/** How long a request waits for the call that it ended to be settled; the built-in model needs milliseconds. */
const WAIT_MS = 5_000;

/**
 * Settles a call within the request that ended it, so that whoever asks next reads it whole. It waits a while and no
 * longer: with a slow model it goes on in the background, and the queue looks after what is left.
 */
export async function settleInline(active: Active, lease: Lease): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise((resolve) => {
    timer = setTimeout(resolve, WAIT_MS);
  });
  const settling = settleCall(active, lease).catch((error) =>
    log.warn({ callId: active.row.id, err: error }, "a call could not be settled at once; the queue will"),
  );
  await Promise.race([settling, waited]);
  clearTimeout(timer);
}

import type { Ctx } from "@/lib/context";
import { log } from "@/lib/log";
import { settleCall } from "./settle";

/** How long a request waits for the call that it ended to be settled; the built-in model needs milliseconds. */
const WAIT_MS = 5_000;
/** A settling that takes longer than this is left to the queue. */
const GIVE_UP_MS = 60_000;

/**
 * Settles a call that may have ended, within the request that ended it, so that whoever asks next reads it whole. It
 * waits a while and no longer: a slow model goes on in the background, and the queue looks after what is left.
 */
export async function settleInline(ctx: Ctx, id: string): Promise<void> {
  const settling = settleCall({ ...ctx, signal: AbortSignal.timeout(GIVE_UP_MS) }, id).catch((error) =>
    log.warn({ callId: id, err: error }, "a call could not be settled at once; the queue will"),
  );
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise((resolve) => {
    timer = setTimeout(resolve, WAIT_MS);
  });
  await Promise.race([settling, waited]);
  clearTimeout(timer);
}

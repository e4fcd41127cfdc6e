import { tally } from "@/lib/platform/tally";
import { limiter, type Take } from "./limiter";
import { WINDOW_MS } from "./limits";
import { streamSlots } from "./stream-slots";

export { addressKey, clientAddress } from "./address";
export { headers } from "./headers";
export type { Decision, Take } from "./limiter";
export { LIMITS, STREAM_LIMITS, WINDOW_MS } from "./limits";
export { type StreamHolder, type StreamSlot, sweepStreams } from "./stream-slots";
export { sweepWindows } from "./sweep";

/** What this process has refused, by the kind of window: what stands before the colon of a key. */
export const refusals = tally(["window"]);

/** The one limiter of this process, over windows of a minute; `key` names who asks (`key:…`, `session:…`, `address:…`). */
export const take: Take = limiter(WINDOW_MS, (key) =>
  refusals.count({ window: key.slice(0, key.indexOf(":")) }),
);

/** Takes a slot for one event stream. Throws `rate_limited` when its key, its person or its workspace has too many open. */
export const takeStreamSlot = streamSlots().take;

import { createEventCounter } from "@/lib/platform/event-counter";
import { createLimiter, type Take } from "./limiter";
import { WINDOW_MS } from "./limits";
import { createStreamSlots } from "./stream-slots";

export { addressKey, clientAddress } from "./address";
export { rateLimitHeaders } from "./headers";
export type { Decision, Take } from "./limiter";
export { LIMITS, STREAM_LIMITS, WINDOW_MS } from "./limits";
export { type StreamHolder, type StreamSlot, sweepStreams } from "./stream-slots";
export { sweepWindows } from "./sweep";

/** Requests refused by this process, by the kind of window: the part of a key before the colon. */
export const refusals = createEventCounter(["window"]);

/** The one limiter of this process, over windows of a minute; `key` names who asks (`key:…`, `session:…`, `address:…`). */
export const take: Take = createLimiter(WINDOW_MS, (key) =>
  refusals.count({ window: key.slice(0, key.indexOf(":")) }),
);

/** Takes a slot for one event stream. Throws `rate_limited` when its key, its person or its workspace has too many open. */
export const takeStreamSlot = createStreamSlots().take;

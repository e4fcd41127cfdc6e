import { limiter, type Take } from "./limiter";
import { WINDOW_MS } from "./limits";

export { addressKey, clientAddress } from "./address";
export { headers } from "./headers";
export type { Decision, Take } from "./limiter";
export { LIMITS, WINDOW_MS } from "./limits";
export { sweepWindows } from "./sweep";

/** The one limiter of this process, over windows of a minute; `key` names who asks (`key:…`, `session:…`, `address:…`). */
export const take: Take = limiter(WINDOW_MS);

import { env } from "@/lib/platform/env";
import { createEgress, type Egress } from "./egress";

export { createEgress, type Egress, type EgressInit, type EgressStreamInit } from "./egress";
export { EgressError, type EgressErrorCode, isTlsFailure } from "./errors";
export type { EgressSocketInit } from "./socket";
export { isListed, parseTarget, portOf } from "./url";

/** The process's one way out, with the operator's allow-list. Pass it on as a parameter: tests give another. */
export const egress: Egress = createEgress({ allowedHosts: env.TOOL_ALLOWED_HOSTS });

/**
 * The way of messages that go to many endpoints of which several may lie at one origin: none of them is to wait for a
 * socket that another holds, as it hangs. How many are under way is for whoever sends to bound.
 */
export const deliveries: Egress = createEgress({
  allowedHosts: env.TOOL_ALLOWED_HOSTS,
  socketsPerOrigin: null,
});

import { env } from "@/lib/env";
import { createEgress, type Egress } from "./egress";

export {
  createEgress,
  type Egress,
  type EgressInit,
  type EgressSocketInit,
  type EgressStreamInit,
} from "./egress";
export { EgressError, type EgressErrorCode } from "./errors";
export { isListed, parseTarget, portOf } from "./url";

/** The process's one way out, with the operator's allow-list. Pass it on as a parameter: tests give another. */
export const egress: Egress = createEgress({ allowedHosts: env.TOOL_ALLOWED_HOSTS });

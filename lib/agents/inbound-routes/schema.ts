import { z } from "zod";
import { Hours } from "@/lib/agents/phone-numbers/schema";
import { USE_CALLED_PATTERN } from "@/lib/platform/reasons/fields/agents";
import { id, Phone, Revision } from "@/lib/platform/schema";
import { isCalledPattern, MAX_PATTERN } from "./values";

/** A PBX has a few ranges of numbers; every call compares all routes of its trunk. */
const MAX_ROUTES = 50;

/** A route of calls that come in over a SIP trunk. */
export const InboundRoute = z.strictObject({
  /**
   * Called numbers of the route: a number (`+492211234567`), a prefix (`+49221*`), an extension (`100`, `1xx`) or a user name
   * (`sales`). `x` is any digit, and `*` at the end is anything. With `+`, the number in E.164 is compared; otherwise the user part as the trunk sends it.
   */
  pattern: z.string().max(MAX_PATTERN).refine(isCalledPattern, USE_CALLED_PATTERN),
  /** Identifier of the voice agent that answers, `agt_…`; null if calls are only forwarded. */
  agent_id: id("agt").nullable().default(null),
  /** Hours in which the agent answers; null for any time. */
  hours: Hours.nullable().default(null),
  /**
   * Number in E.164 to which calls are forwarded over the trunk outside the hours, and when the agent cannot answer. If null, such
   * calls are rejected.
   */
  fallback_number: Phone.nullable().default(null),
});
export type InboundRoute = z.output<typeof InboundRoute>;

/** The inbound routes of a SIP trunk. */
export const InboundRoutes = z.strictObject({
  /**
   * Routes of called numbers that are not connected as phone numbers. The most specific pattern decides: most digits, then most
   * `x`, then without `*`; of equal ones the first. They are stored and returned in this order.
   */
  routes: z.array(InboundRoute).max(MAX_ROUTES),
});
export type InboundRoutes = z.output<typeof InboundRoutes>;

/** The inbound routes of a SIP trunk as they are stored. */
export const StoredInboundRoutes = z.strictObject({ ...InboundRoutes.shape, revision: Revision });
export type StoredInboundRoutes = z.output<typeof StoredInboundRoutes>;

export const InboundRoutesParams = z.strictObject({ id: id("int") });

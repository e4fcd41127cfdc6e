import { z } from "zod";
import { USE_ANY_PREFIX } from "@/lib/platform/reasons/fields/outreach";
import { id, Revision } from "@/lib/platform/schema";

/** A route for each country with some area codes; every call compares all of them. */
const MAX_ROUTES = 100;
/** Each further trunk delays the call of a contact by the answer of the one before. */
const MAX_TRUNKS = 5;

/** SIP trunks in the order in which they are tried. */
export const TrunkOrder = z.array(id("int")).min(1).max(MAX_TRUNKS);
export type TrunkOrder = z.output<typeof TrunkOrder>;

/** The trunks of calls to numbers that begin with a prefix. */
export const OutboundRoute = z.strictObject({
  /** Beginning of the called numbers in E.164, such as `+49`; `+` for all numbers. The longest prefix counts. */
  prefix: z.string().regex(/^\+(?:[1-9][0-9]{0,14})?$/, USE_ANY_PREFIX),
  /**
   * Live SIP trunks, `int_…`, in the order in which they are tried. The next one is tried only if the one before certainly did not
   * place the call.
   */
  trunk_ids: TrunkOrder,
});
export type OutboundRoute = z.output<typeof OutboundRoute>;

/** The outbound routes of the workspace's live calls. */
export const OutboundRoutes = z.strictObject({
  /** The routes, longest prefix first. A call without a route is placed over the carrier of the number that calls. */
  routes: z.array(OutboundRoute).max(MAX_ROUTES),
});
export type OutboundRoutes = z.output<typeof OutboundRoutes>;

/** The outbound routes as they are stored. */
export const StoredOutboundRoutes = z.strictObject({ ...OutboundRoutes.shape, revision: Revision });
export type StoredOutboundRoutes = z.output<typeof StoredOutboundRoutes>;

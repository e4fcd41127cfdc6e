import { z } from "zod";
import { CallId } from "@/lib/calls/calls/schema";
import { id, Phone, Time } from "@/lib/platform/schema";
import { TRY_RESULTS } from "./values";

export const TrunkTriesParams = z.strictObject({ id: CallId });

/** The try of a call over one SIP trunk. */
export const TrunkTry = z.object({
  /** Identifier of the trunk, `int_…`. */
  integration_id: id("int"),
  /** Name of the trunk. Null after it was disconnected. */
  trunk: z.string().nullable(),
  /** Number of the workspace that the call showed or would have shown, in E.164. Null if the trunk has none. */
  from_number: Phone.nullable(),
  /** Time at which the call left this trunk for the next one; for the trunk that the call stayed with, its start. */
  at: Time,
  /** Result of the try: a reason to skip the trunk, or the response of the trunk. See `message`. */
  result: z.enum(TRY_RESULTS),
  /** Status of the trunk's final response, such as 503. Null without one. */
  sip_status: z.int().nullable(),
  /** The result for people. */
  message: z.string(),
});
export type TrunkTry = z.output<typeof TrunkTry>;

/** The tries of a call. */
export const TrunkTries = z.object({
  /**
   * Tries in their order, at most one for each trunk. The next trunk is tried only if the one before certainly did not place the
   * call. Empty for calls that are placed over no SIP trunk, and after 30 days.
   */
  data: z.array(TrunkTry),
});
export type TrunkTries = z.output<typeof TrunkTries>;

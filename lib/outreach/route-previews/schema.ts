import { z } from "zod";
import { SKIP_REASONS } from "@/lib/outreach/trunk-tries/values";
import { id, Phone, text } from "@/lib/platform/schema";
import { UNANSWERED_REASONS } from "./values";

/** As long as a pattern. */
const MAX_CALLED = 64;

export const InboundPreviewQuery = z.strictObject({
  /** The called number, extension or user name, as the trunk would send it. */
  called: text(MAX_CALLED).default(""),
});

/** How a call to a trunk would be answered now. */
export const InboundPreview = z.strictObject({
  /** Source of the decision: a connected phone number of the trunk, one of its routes, or nothing. */
  matched: z.enum(["phone_number", "route", "none"]),
  /** Pattern of the route that decides. Null unless `matched` is `route`. */
  pattern: z.string().nullable(),
  /** Agent of the phone number or route, `agt_…`. Null for none. */
  agent_id: id("agt").nullable(),
  /** `answered` by the agent, `forwarded` to the fallback number, or `rejected`. */
  result: z.enum(["answered", "forwarded", "rejected"]),
  /** Why the agent would not answer. Null if it would. */
  reason: z.enum(UNANSWERED_REASONS).nullable(),
  /** Number in E.164 to which the call would be forwarded. Null unless `result` is `forwarded`. */
  forwarded_to: Phone.nullable(),
});
export type InboundPreview = z.output<typeof InboundPreview>;

export const OutboundPreviewQuery = z.strictObject({
  /** The number to call, in E.164. Without it, no route decides. */
  to: Phone.optional(),
});

/** The trunks of a call to a number. */
export const OutboundPreview = z.strictObject({
  /** Prefix of the route that decides. Null without one: then the carrier of the number that calls places the call. */
  prefix: z.string().nullable(),
  /** Trunks of the route, in the order in which they are tried. */
  trunks: z.array(
    z.strictObject({
      /** Identifier of the trunk, `int_…`. */
      integration_id: id("int"),
      /** Number in E.164 that the call would show if neither its agent nor its campaign prefers another. Null for none. */
      from_number: Phone.nullable(),
      /** Why the trunk would be skipped now. Null if it would be tried. Limits and calls in progress do not count here. */
      problem: z.enum(SKIP_REASONS).nullable(),
    }),
  ),
});
export type OutboundPreview = z.output<typeof OutboundPreview>;

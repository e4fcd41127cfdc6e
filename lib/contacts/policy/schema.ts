import { z } from "zod";
import { ConsentChannel, ConsentState } from "@/lib/contacts/consent/schema";
import { id, Time, TimeZone } from "@/lib/platform/schema";

/** The purpose of outreach. Source: the contract, campaigns. */
export const OutreachPurpose = z.enum(["informational", "telemarketing"]);
export type OutreachPurpose = z.output<typeof OutreachPurpose>;

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

const CLOCK = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const CLOCK_OR_MIDNIGHT = /^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/;
/** The parts of a window, so that a campaign's input can give each its default. */
export const windowFields = {
  days: z
    .array(z.enum(DAYS))
    .min(1, "Choose at least one day.")
    .max(DAYS.length)
    .transform((days) => DAYS.filter((day) => days.includes(day))),
  start: z.string().regex(CLOCK, "Use a time from 00:00 to 23:59."),
  end: z.string().regex(CLOCK_OR_MIDNIGHT, "Use a time from 00:01 to 24:00."),
  timezone: z.literal("callee").or(TimeZone),
};

/** Whether a window has at least one minute. Times in this format compare correctly as strings. */
export const hasOpenMinutes = (window: { start: string; end: string }): boolean => window.start < window.end;

/** The hours of a campaign, in its own time zone or in each callee's. Source: the contract, campaigns. */
export const Window = z
  .strictObject(windowFields)
  .refine(hasOpenMinutes, { path: ["end"], message: "Let the window end after it starts." });
export type Window = z.output<typeof Window>;

export const REASON_CODES = [
  "suppressed",
  "no_consent",
  "consent_revoked",
  "outside_window",
  "unknown_timezone",
  "too_many_attempts",
  "call_in_progress",
  "capacity",
  "window_never_opened",
  "agent_not_live",
  "carrier_unavailable",
] as const;
export const ReasonCode = z.enum(REASON_CODES);
export type ReasonCode = z.output<typeof ReasonCode>;

/** A reason against contact now. `until`: when this reason ends; absent if it does not end by time. */
export const Reason = z.strictObject({ code: ReasonCode, message: z.string(), until: Time.optional() });
export type Reason = z.output<typeof Reason>;

/** Whether a contact may be contacted now, with all reasons against it. `until` is set only with `hold`. */
export const Decision = z.strictObject({
  verdict: z.enum(["allow", "hold", "block"]),
  until: Time.nullable(),
  reasons: z.array(Reason),
});
export type Decision = z.output<typeof Decision>;

/** The purpose and channel of the requested decision. */
export const AskDecision = z.strictObject({
  purpose: OutreachPurpose.default("informational"),
  channel: ConsentChannel.default("call"),
});
export type AskDecision = z.output<typeof AskDecision>;

/** A decision with the facts that led to it, for display. */
export const ExplainedDecision = z.strictObject({
  ...Decision.shape,
  contact_id: id("ctc"),
  decided_at: Time,
  purpose: OutreachPurpose,
  channel: ConsentChannel,
  timezone: z.string().nullable(),
  timezone_source: z.enum(["provided", "number"]).nullable(),
  region: z.string().nullable(),
  /** The hours in which the contact may be reached today, in its local time; empty on a closed day. */
  hours_today: z.array(z.strictObject({ start: z.string(), end: z.string() })).nullable(),
  consent: ConsentState.shape.state,
  suppressed: z.array(ConsentChannel),
  attempts: z.strictObject({
    last_day: z.int().nonnegative(),
    max_day: z.int().positive(),
    last_week: z.int().nonnegative(),
    max_week: z.int().positive(),
  }),
  /** The laws that made the hours or the number of attempts stricter here. */
  rules: z.array(z.strictObject({ law: z.string(), source: z.string(), verified_on: z.string() })),
});
export type ExplainedDecision = z.output<typeof ExplainedDecision>;

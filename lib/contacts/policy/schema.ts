import { z } from "zod";
import { ConsentChannel, ConsentState } from "@/lib/contacts/consent/schema";
import {
  DAY_MISSING,
  USE_END_TIME,
  USE_START_TIME,
  WINDOW_ENDS_BEFORE_START,
} from "@/lib/platform/reasons/fields/contacts";
import { id, Time, TimeZone } from "@/lib/platform/schema";
import { DAYS, REASON_CODES } from "./values";

/** The purpose of outreach. Source: the contract, campaigns. */
export const OutreachPurpose = z.enum(["informational", "telemarketing"]);
export type OutreachPurpose = z.output<typeof OutreachPurpose>;

const CLOCK = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const CLOCK_OR_MIDNIGHT = /^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/;
/** The parts of a window, so that a campaign's input can give each its default. */
export const windowFields = {
  /** Days of the week on which the hours apply. */
  days: z
    .array(z.enum(DAYS))
    .min(1, DAY_MISSING)
    .max(DAYS.length)
    .transform((days) => DAYS.filter((day) => days.includes(day))),
  /** Local time at which the hours begin, inclusive. */
  start: z.string().regex(CLOCK, USE_START_TIME),
  /** Local time at which the hours end, exclusive. `24:00` is midnight. */
  end: z.string().regex(CLOCK_OR_MIDNIGHT, USE_END_TIME),
  /** IANA time zone of the times, or `callee` for the one of each contact. */
  timezone: z.literal("callee").or(TimeZone),
};

/** Whether a window has at least one minute. Times in this format compare correctly as strings. */
export const hasOpenMinutes = (window: { start: string; end: string }): boolean => window.start < window.end;

/** The hours of a campaign, in its own time zone or in each callee's. Source: the contract, campaigns. */
export const Window = z
  .strictObject(windowFields)
  .refine(hasOpenMinutes, { path: ["end"], message: WINDOW_ENDS_BEFORE_START });
export type Window = z.output<typeof Window>;

export const ReasonCode = z.enum(REASON_CODES);
export type ReasonCode = z.output<typeof ReasonCode>;

/** A reason against contact now. `until`: when this reason ends; absent if it does not end by time. */
export const Reason = z.strictObject({
  /** Name of the reason, for programs. */
  code: ReasonCode,
  /** Name of the sentence, for clients that translate it. */
  reason: z.string(),
  /** The reason for people. */
  message: z.string(),
  /** Time at which this reason ends. Absent if it does not end by time. */
  until: Time.optional(),
});
export type Reason = z.output<typeof Reason>;

/** Whether a contact may be contacted now, with all reasons against it. `until` is set only with `hold`. */
export const Decision = z.strictObject({
  /**
   * `allow`: the contact can be reached now. `hold`: later. `block`: not at all. A reason to block
   * overrides those to hold.
   */
  verdict: z.enum(["allow", "hold", "block"]),
  /**
   * First time at which no reason to hold remains. Null for other verdicts, and if time does not end the
   * hold.
   */
  until: Time.nullable(),
  /** Every reason against it. Empty if the verdict is `allow`. */
  reasons: z.array(Reason),
});
export type Decision = z.output<typeof Decision>;

/** The purpose and channel of the requested decision. */
export const AskDecision = z.strictObject({
  /** Purpose to decide for. */
  purpose: OutreachPurpose.default("informational"),
  /** Channel to decide for: `call` is the telephone, `text` is SMS. */
  channel: ConsentChannel.default("call"),
});
export type AskDecision = z.output<typeof AskDecision>;

/** A decision with the facts that led to it, for display. */
export const ExplainedDecision = z.strictObject({
  ...Decision.shape,
  contact_id: id("ctc"),
  /** Time of the decision. */
  decided_at: Time,
  /** Purpose that was decided for. */
  purpose: OutreachPurpose,
  /** Channel that was decided for. */
  channel: ConsentChannel,
  /** Time zone of the contact; null if it is unknown. */
  timezone: z.string().nullable(),
  /**
   * Whether the time zone was given (`provided`) or follows from the number (`number`). Null without a time
   * zone.
   */
  timezone_source: z.enum(["provided", "number"]).nullable(),
  /** Region of the number, whose laws apply, as ISO 3166. Null if it is unknown. */
  region: z.string().nullable(),
  /**
   * Legal hours of today in the contact's local time. Empty on a closed day; null if the time zone is
   * unknown.
   */
  hours_today: z
    .array(
      z.strictObject({
        /** Local time at which they begin, inclusive. */
        start: z.string(),
        /** Local time at which they end, exclusive. */
        end: z.string(),
      }),
    )
    .nullable(),
  /** State of the consent for this purpose and channel. */
  consent: ConsentState.shape.state,
  /** Channels on which the contact is suppressed. */
  suppressed: z.array(ConsentChannel),
  /** Attempts to reach the number from all sources, calls and texts together, and their caps. */
  attempts: z.strictObject({
    /** Attempts in the last 24 hours. */
    last_day: z.int().nonnegative(),
    /** Cap for 24 hours. */
    max_day: z.int().positive(),
    /** Attempts in the last seven days. */
    last_week: z.int().nonnegative(),
    /** Cap for seven days. */
    max_week: z.int().positive(),
  }),
  /** The laws that made the hours or the number of attempts stricter here. */
  rules: z.array(
    z.strictObject({
      /** Name of the law. */
      law: z.string(),
      /** Address of the page where it was read. */
      source: z.string(),
      /** Day on which it was read. */
      verified_on: z.string(),
    }),
  ),
});
export type ExplainedDecision = z.output<typeof ExplainedDecision>;

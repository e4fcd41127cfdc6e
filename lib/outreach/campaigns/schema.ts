import { z } from "zod";
import { NewConsent } from "@/lib/contacts/consent/schema";
import { ContactId, ContactParams, Name, NumberText } from "@/lib/contacts/contacts/schema";
import { AskDecision, OutreachPurpose, ReasonCode, Window, windowFields } from "@/lib/contacts/policy/schema";
import { TrunkOrder } from "@/lib/outreach/outbound-routes/schema";
import { TrunkTry } from "@/lib/outreach/trunk-tries/schema";
import { CONTACT_MISSING, TOO_MANY_CONTACTS, USE_YEAR_BETWEEN } from "@/lib/platform/reasons/fields/outreach";
import { TOO_MANY_VARIABLES, USE_TIME_WITH_OFFSET } from "@/lib/platform/reasons/fields/platform";
import { writeFieldSentence } from "@/lib/platform/reasons/write-field-sentence";
import { id, nonBlankText, Phone, pageOf, pageQuery, Revision, Time, TimeZone } from "@/lib/platform/schema";
import { CAMPAIGN_CONTACT_STATUSES, CAMPAIGN_STATUSES, RETRYABLE_OUTCOMES } from "./values";

const MAX_NAME = 200;
/** Source: the contract, campaigns. Larger lists are imported. */
const MAX_CONTACTS_AT_ONCE = 5_000;
const MAX_CONSENTS = 20;
/** The same limit as for an agent. */
const MAX_VARIABLES = 100;
const MAX_VARIABLE_TEXT = 1_000;
const MAX_VARIABLE_NAME = 64;
/** More concurrent calls than one installation can hold. */
const MAX_CONCURRENT = 1_000;
const MAX_PER_SECOND = 1_000;
/** About one call in a quarter of an hour; a slower pace has no use. */
const MIN_PER_SECOND = 0.001;
const MAX_ATTEMPTS = 10;
const WEEK_MINUTES = 7 * 24 * 60;

export const CampaignId = id("cmp");
export const CampaignStatus = z.enum(CAMPAIGN_STATUSES);
export type CampaignStatus = z.output<typeof CampaignStatus>;
export const CampaignContactStatus = z.enum(CAMPAIGN_CONTACT_STATUSES);
export type CampaignContactStatus = z.output<typeof CampaignContactStatus>;
export const CampaignChannel = z.enum(["phone", "sms"]);

const attempts = {
  /** Largest number of attempts for each contact, with any outcome. */
  max: z.int().min(1).max(MAX_ATTEMPTS),
  /** Minutes between two attempts, counted from when the last one rang. */
  retry_after_minutes: z.int().min(1).max(WEEK_MINUTES),
  /** Outcomes after which a contact is tried again. */
  on: z
    .array(z.enum(RETRYABLE_OUTCOMES))
    .max(RETRYABLE_OUTCOMES.length)
    .transform((on) => RETRYABLE_OUTCOMES.filter((outcome) => on.includes(outcome))),
};
/**
 * The maximum number of attempts for each contact, and the outcomes to retry. All attempts count, with any
 * outcome.
 */
export const AttemptRule = z.strictObject(attempts);
export type AttemptRule = z.output<typeof AttemptRule>;

/** A year range in which a date plus a week still has four digits in every time zone. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2999;
const Timestamp = z.iso
  .datetime({ offset: true, error: USE_TIME_WITH_OFFSET })
  .refine(
    (at) => {
      const year = new Date(at).getUTCFullYear();
      return year >= FIRST_YEAR && year <= LAST_YEAR;
    },
    writeFieldSentence(USE_YEAR_BETWEEN, { first: FIRST_YEAR, last: LAST_YEAR }),
  )
  .transform((at) => new Date(at).toISOString());

const pacing = {
  /** Largest number of calls at the same time. A text counts until it is sent. */
  max_concurrent_calls: z.int().min(1).max(MAX_CONCURRENT),
  /** Largest number of attempts that begin in a second. Less than 1 is possible. */
  calls_per_second: z.number().min(MIN_PER_SECOND).max(MAX_PER_SECOND),
};

const Scalar = z.union([z.string().max(MAX_VARIABLE_TEXT), z.number(), z.boolean(), z.null()]);
/**
 * A contact to reach: a number, or a number with details. `name` and `timezone` are stored with the contact.
 */
const ContactEntry = z.union([
  NumberText,
  z.strictObject({
    /** Number with its country code, in any usual form. */
    phone: NumberText,
    /** Name of the person, stored with the contact. */
    name: Name.optional(),
    /** IANA time zone, stored with the contact. Default: the one of the number. */
    timezone: TimeZone.optional(),
    /** Initial values of the agent's variables, by name. */
    variables: z
      .record(z.string().min(1).max(MAX_VARIABLE_NAME), Scalar)
      .refine(
        (v) => Object.keys(v).length <= MAX_VARIABLES,
        writeFieldSentence(TOO_MANY_VARIABLES, { max: MAX_VARIABLES }),
      )
      .optional(),
    /** Entries to add to the contact's consent ledger. */
    consents: z.array(NewConsent).max(MAX_CONSENTS).optional(),
  }),
]);
export type ContactEntry = z.output<typeof ContactEntry>;
const ContactEntries = z
  .array(ContactEntry)
  .max(MAX_CONTACTS_AT_ONCE, writeFieldSentence(TOO_MANY_CONTACTS, { max: MAX_CONTACTS_AT_ONCE }));

const fields = {
  /** Name of the campaign for people. */
  name: nonBlankText(MAX_NAME),
  /** Identifier of the agent that contacts are reached by, `agt_…`. It must be live at the launch. */
  agent_id: id("agt"),
  /**
   * Channel of the attempts. Default: by the agent's type, `phone` for `voice` and `sms` for `messaging`.
   */
  channel: CampaignChannel.optional(),
  /** Purpose for which contacts must have given consent. Default: `informational`. */
  purpose: OutreachPurpose.optional(),
  /** Time of the first attempt at the earliest; null to start at the launch. */
  starts_at: Timestamp.nullable().optional(),
  /**
   * Time at which contacts who were not reached fail permanently. Null: seven days after the start, set at the
   * launch.
   */
  ends_at: Timestamp.nullable().optional(),
  /**
   * Hours of the attempts, within those that the law allows. Default: 09:00 to 18:00 from Monday to Friday,
   * by each contact's clock.
   */
  window: z
    .strictObject({
      days: windowFields.days.optional(),
      start: windowFields.start.optional(),
      end: windowFields.end.optional(),
      timezone: windowFields.timezone.optional(),
    })
    .optional(),
  /** Largest number of calls at the same time. A text counts until it is sent. Default: 5. */
  max_concurrent_calls: pacing.max_concurrent_calls.optional(),
  /** Largest number of attempts that begin in a second. Default: 1. */
  calls_per_second: pacing.calls_per_second.optional(),
  /**
   * Live SIP trunks, `int_…`, of the campaign's calls, in the order in which they are tried. Null: those of the workspace's outbound
   * routes. Default: null.
   */
  trunk_ids: TrunkOrder.nullable().optional(),
  /** How often a contact is tried. Default: 3 attempts, an hour apart, after `no_answer` and `busy`. */
  attempts: z
    .strictObject({
      max: attempts.max.optional(),
      retry_after_minutes: attempts.retry_after_minutes.optional(),
      on: attempts.on.optional(),
    })
    .optional(),
};

export const CreateCampaign = z.strictObject({
  ...fields,
  /** Contacts to reach, each as a number or with details. Larger lists are imported. */
  contacts: ContactEntries.default([]),
});
export type CreateCampaign = z.output<typeof CreateCampaign>;

/**
 * Partial values of `window` and `attempts` are merged. Which fields can be changed depends on the status
 * (`status-transitions.ts`).
 */
export const UpdateCampaign = z.strictObject({
  ...fields,
  name: fields.name.optional(),
  agent_id: fields.agent_id.optional(),
});
export type UpdateCampaign = z.output<typeof UpdateCampaign>;

export const AddContacts = z.strictObject({
  /** Contacts to reach, each as a number or with details. Those of the campaign are not added twice. */
  contacts: ContactEntries.min(1, CONTACT_MISSING),
});
export type AddContacts = z.output<typeof AddContacts>;

const count = z.int().nonnegative();
/** Contacts by status. `reached` is a part of `completed`. Canceled contacts count only in `total`. */
export const CampaignCounts = z.strictObject({
  /** All contacts, canceled ones included. */
  total: count,
  /** Contacts without an attempt so far. */
  pending: count,
  /** Contacts with an attempt in progress. */
  active: count,
  /** Contacts who are finished, reached or not. */
  completed: count,
  /** Completed contacts who spoke with the agent. */
  reached: count,
  /** Contacts that wait: for the hours, a cap, or the pause before another attempt. */
  held: count,
  /** Contacts that the policy does not allow to be reached. */
  blocked: count,
  /** Contacts whose attempts failed. */
  failed: count,
});
export type CampaignCounts = z.output<typeof CampaignCounts>;

/** Not strict, as later releases can store more fields. */
const ContactReason = z.object({
  /** Name of the reason, for programs. */
  code: ReasonCode,
  /** Name of the sentence, for clients that translate it. Absent if another release stored the sentence. */
  reason: z.string().optional(),
  /** The reason for people. */
  message: z.string(),
});
export type ContactReason = z.output<typeof ContactReason>;

export const Campaign = z.strictObject({
  id: CampaignId,
  /** Name of the campaign for people. */
  name: z.string(),
  agent_id: id("agt"),
  /** Channel of the attempts. */
  channel: CampaignChannel,
  environment: z.enum(["live", "test"]),
  /** Purpose for which contacts must have given consent. */
  purpose: OutreachPurpose,
  /**
   * `scheduled`: launched, and waiting for `starts_at`. `failed`: ended early, for the reason in `failure`.
   */
  status: CampaignStatus,
  /** Why the campaign failed; null for other statuses. */
  failure: ContactReason.nullable(),
  /** Time of the first attempt at the earliest; null if it starts at the launch. */
  starts_at: Time.nullable(),
  /** Time at which contacts who were not reached fail permanently. Null before the launch if it is not set. */
  ends_at: Time.nullable(),
  /** Hours of the attempts, within those that the law allows. */
  window: Window,
  ...pacing,
  /** SIP trunks of the campaign's calls in their order; null for those of the workspace's outbound routes. */
  trunk_ids: TrunkOrder.nullable(),
  /** How often a contact is tried. */
  attempts: AttemptRule,
  /** Contacts by status. */
  counts: CampaignCounts,
  revision: Revision,
  created_at: Time,
  /** Time of the launch; null before. */
  launched_at: Time.nullable(),
  /** Time of the end, for any reason; null before. */
  completed_at: Time.nullable(),
});
export type Campaign = z.output<typeof Campaign>;
export const CampaignPage = pageOf(Campaign);
export const CampaignParams = z.strictObject({ id: CampaignId });
export const CampaignContactParams = z.strictObject({ ...CampaignParams.shape, ...ContactParams.shape });
export const ListCampaigns = z.strictObject({
  ...pageQuery,
  /** Selects campaigns with this status. */
  status: CampaignStatus.optional(),
  agent_id: id("agt").optional(),
});
export type ListCampaigns = z.output<typeof ListCampaigns>;

export const CampaignContact = z.strictObject({
  campaign_id: CampaignId,
  contact_id: ContactId,
  /** Null after the contact was deleted. */
  phone: Phone.nullable(),
  /** Name of the contact. Null if it has none, and after it was deleted. */
  name: z.string().nullable(),
  /** State of the contact in this campaign. */
  status: CampaignContactStatus,
  /** Attempts that count against the budget. */
  attempts: count,
  /** Identifier of the last call, `call_…`; null before the first. */
  last_call_id: id("call").nullable(),
  /** SIP trunks that the last call was tried over, in their order. Empty before a call, for other carriers, and after 30 days. */
  last_call_tries: z.array(TrunkTry),
  /** Outcome of the last conversation, or `no_answer`, `busy`, `voicemail` or `declined`. Null before. */
  outcome: z.string().nullable(),
  /** Time of the next attempt or check at the earliest; null if none is planned. */
  next_attempt_at: Time.nullable(),
  /** Why the contact is held or blocked. Empty otherwise. */
  reasons: z.array(ContactReason),
});
export type CampaignContact = z.output<typeof CampaignContact>;
export const CampaignContactPage = pageOf(CampaignContact);
export const ListCampaignContacts = z.strictObject({
  ...pageQuery,
  /** Selects contacts with this status. */
  status: CampaignContactStatus.optional(),
});
export type ListCampaignContacts = z.output<typeof ListCampaignContacts>;

const ReasonCount = z.strictObject({
  /** Name of the reason, for programs. */
  code: ReasonCode,
  /** Number of contacts with this reason. */
  count,
});
/** A contact that the reason applies to, with the message and when the reason ends. */
const PreflightExample = z.strictObject({
  contact_id: ContactId,
  /** Number in E.164; null if the contact was deleted. */
  phone: Phone.nullable(),
  /** Name of the contact; null without a name, and if the contact was deleted. */
  name: z.string().nullable(),
  /** Name of the sentence, for clients that translate it. */
  reason: z.string(),
  /** The reason for people. */
  message: z.string(),
  /** Time at which this reason ends; null if it does not end by time. */
  until: Time.nullable(),
});
export type PreflightExample = z.output<typeof PreflightExample>;
/** The decisions for the waiting contacts, as of the campaign's start or now. */
export const Preflight = z.strictObject({
  /** Waiting contacts who can be reached at the start. */
  allowed: count,
  /** Waiting contacts who can be reached later. */
  held: count,
  /** Waiting contacts who cannot be reached. */
  blocked: count,
  /** Reasons against waiting contacts. A contact counts once for each of its reasons. */
  by_reason: z.array(
    z.strictObject({
      ...ReasonCount.shape,
      /** The first three contacts with this reason. */
      examples: z.array(PreflightExample),
    }),
  ),
  /** Estimated duration of the campaign in seconds, at two minutes a call. */
  estimated_duration_s: count,
});
export type Preflight = z.output<typeof Preflight>;

/** The progress of a campaign, for live views. */
export const Progress = z.strictObject({
  status: CampaignStatus,
  counts: CampaignCounts,
  calls_at_once: count,
  attempts_last_minute: count,
  /** Reasons of held and blocked contacts. If there are more than 10,000, of a sample. */
  reasons: z.array(ReasonCount),
  backoff_until: Time.nullable(),
  /** Why no call is placed until `backoff_until`, beside failures of the carrier; null otherwise. */
  waiting_reason: z.enum(["trunk_limit_reached", "cost_limit_reached"]).nullable(),
});
export type Progress = z.output<typeof Progress>;
export const CampaignEvents = { "campaign.progress": Progress };

/** A policy decision for a campaign, or for a purpose and a channel. */
export const AskAnyDecision = z.strictObject({
  ...AskDecision.shape,
  /**
   * Decides for this campaign, with its purpose, channel, hours and attempts, instead of `purpose` and
   * `channel`.
   */
  campaign_id: CampaignId.optional(),
});

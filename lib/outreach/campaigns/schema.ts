import { z } from "zod";
import { NewConsent } from "@/lib/contacts/consent/schema";
import { ContactId, ContactParams, Name, NumberText } from "@/lib/contacts/contacts/schema";
import { AskDecision, OutreachPurpose, ReasonCode, Window, windowFields } from "@/lib/contacts/policy/schema";
import { id, nonBlankText, Phone, pageOf, pageQuery, Revision, Time, TimeZone } from "@/lib/platform/schema";

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
export const CampaignStatus = z.enum([
  "draft",
  "scheduled",
  "running",
  "paused",
  "completed",
  "canceled",
  "failed",
]);
export type CampaignStatus = z.output<typeof CampaignStatus>;
export const CampaignContactStatus = z.enum([
  "pending",
  "active",
  "completed",
  "held",
  "blocked",
  "failed",
  "canceled",
]);
export type CampaignContactStatus = z.output<typeof CampaignContactStatus>;
export const CampaignChannel = z.enum(["phone", "sms"]);

/** Outcomes after which a contact can be tried again. Source: product.md, "Outreach". */
export const RETRYABLE_OUTCOMES = ["no_answer", "busy", "voicemail", "failed"] as const;

const attempts = {
  max: z.int().min(1).max(MAX_ATTEMPTS),
  retry_after_minutes: z.int().min(1).max(WEEK_MINUTES),
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
  .datetime({ offset: true, error: "Use RFC 3339 with an offset, such as 2026-11-24T09:30:00Z." })
  .refine((at) => {
    const year = new Date(at).getUTCFullYear();
    return year >= FIRST_YEAR && year <= LAST_YEAR;
  }, `Use a year from ${FIRST_YEAR} to ${LAST_YEAR}.`)
  .transform((at) => new Date(at).toISOString());

const pacing = {
  max_concurrent_calls: z.int().min(1).max(MAX_CONCURRENT),
  calls_per_second: z.number().min(MIN_PER_SECOND).max(MAX_PER_SECOND),
};

const Scalar = z.union([z.string().max(MAX_VARIABLE_TEXT), z.number(), z.boolean(), z.null()]);
/**
 * A contact to reach: a number, or a number with details. `name` and `timezone` are stored with the contact.
 */
const ContactEntry = z.union([
  NumberText,
  z.strictObject({
    phone: NumberText,
    name: Name.optional(),
    timezone: TimeZone.optional(),
    /** Initial values of the agent's variables. */
    variables: z
      .record(z.string().min(1).max(MAX_VARIABLE_NAME), Scalar)
      .refine((v) => Object.keys(v).length <= MAX_VARIABLES, `Use at most ${MAX_VARIABLES} variables.`)
      .optional(),
    consents: z.array(NewConsent).max(MAX_CONSENTS).optional(),
  }),
]);
export type ContactEntry = z.output<typeof ContactEntry>;
const ContactEntries = z
  .array(ContactEntry)
  .max(MAX_CONTACTS_AT_ONCE, `Add at most ${MAX_CONTACTS_AT_ONCE} at once; more come by import.`);

const fields = {
  name: nonBlankText(MAX_NAME),
  agent_id: id("agt"),
  /** Default: by the agent's type. */
  channel: CampaignChannel.optional(),
  purpose: OutreachPurpose.optional(),
  starts_at: Timestamp.nullable().optional(),
  ends_at: Timestamp.nullable().optional(),
  window: z
    .strictObject({
      days: windowFields.days.optional(),
      start: windowFields.start.optional(),
      end: windowFields.end.optional(),
      timezone: windowFields.timezone.optional(),
    })
    .optional(),
  max_concurrent_calls: pacing.max_concurrent_calls.optional(),
  calls_per_second: pacing.calls_per_second.optional(),
  attempts: z
    .strictObject({
      max: attempts.max.optional(),
      retry_after_minutes: attempts.retry_after_minutes.optional(),
      on: attempts.on.optional(),
    })
    .optional(),
};

export const CreateCampaign = z.strictObject({ ...fields, contacts: ContactEntries.default([]) });
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
  contacts: ContactEntries.min(1, "Add at least one contact."),
});
export type AddContacts = z.output<typeof AddContacts>;

const count = z.int().nonnegative();
/** Contacts by status. `reached` is a part of `completed`. Canceled contacts count only in `total`. */
export const CampaignCounts = z.strictObject({
  total: count,
  pending: count,
  active: count,
  completed: count,
  reached: count,
  held: count,
  blocked: count,
  failed: count,
});
export type CampaignCounts = z.output<typeof CampaignCounts>;

const ContactReason = z.strictObject({ code: ReasonCode, message: z.string() });
export type ContactReason = z.output<typeof ContactReason>;

export const Campaign = z.strictObject({
  id: CampaignId,
  name: z.string(),
  agent_id: id("agt"),
  channel: CampaignChannel,
  environment: z.enum(["live", "test"]),
  purpose: OutreachPurpose,
  status: CampaignStatus,
  /** Why the campaign failed. */
  failure: ContactReason.nullable(),
  starts_at: Time.nullable(),
  ends_at: Time.nullable(),
  window: Window,
  ...pacing,
  attempts: AttemptRule,
  counts: CampaignCounts,
  revision: Revision,
  created_at: Time,
  launched_at: Time.nullable(),
  completed_at: Time.nullable(),
});
export type Campaign = z.output<typeof Campaign>;
export const CampaignPage = pageOf(Campaign);
export const CampaignParams = z.strictObject({ id: CampaignId });
export const CampaignContactParams = z.strictObject({ ...CampaignParams.shape, ...ContactParams.shape });
export const ListCampaigns = z.strictObject({
  ...pageQuery,
  status: CampaignStatus.optional(),
  agent_id: id("agt").optional(),
});
export type ListCampaigns = z.output<typeof ListCampaigns>;

export const CampaignContact = z.strictObject({
  campaign_id: CampaignId,
  contact_id: ContactId,
  /** Null after the contact was deleted. */
  phone: Phone.nullable(),
  status: CampaignContactStatus,
  /** Attempts that count against the budget. */
  attempts: count,
  last_call_id: id("call").nullable(),
  outcome: z.string().nullable(),
  next_attempt_at: Time.nullable(),
  reasons: z.array(ContactReason),
});
export type CampaignContact = z.output<typeof CampaignContact>;
export const CampaignContactPage = pageOf(CampaignContact);
export const ListCampaignContacts = z.strictObject({
  ...pageQuery,
  status: CampaignContactStatus.optional(),
});
export type ListCampaignContacts = z.output<typeof ListCampaignContacts>;

const ReasonCount = z.strictObject({ code: ReasonCode, count });
/** A contact that the reason applies to, with the message and when the reason ends. */
const PreflightExample = z.strictObject({
  contact_id: ContactId,
  phone: Phone.nullable(),
  message: z.string(),
  until: Time.nullable(),
});
export type PreflightExample = z.output<typeof PreflightExample>;
/** The decisions for the waiting contacts, as of the campaign's start or now. */
export const Preflight = z.strictObject({
  allowed: count,
  held: count,
  blocked: count,
  /** A contact counts once for each of its reasons. `examples`: the first three. */
  by_reason: z.array(z.strictObject({ ...ReasonCount.shape, examples: z.array(PreflightExample) })),
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
});
export type Progress = z.output<typeof Progress>;
export const CampaignEvents = { "campaign.progress": Progress };

/** A policy decision for a campaign, or for a purpose and a channel. */
export const AskAnyDecision = z.strictObject({ ...AskDecision.shape, campaign_id: CampaignId.optional() });

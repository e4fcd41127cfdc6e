import { z } from "zod";
import { NewConsent } from "@/lib/contacts/consent/schema";
import { ContactId, ContactParams, Name, NumberText } from "@/lib/contacts/contacts/schema";
import { AskDecision, OutreachPurpose, ReasonCode, Window, windowFields } from "@/lib/contacts/policy/schema";
import { id, Phone, pageOf, pageQuery, Time, TimeZone, words } from "@/lib/platform/schema";

const MAX_NAME = 200;
/** Source: the contract, campaigns; more come by import. */
const MAX_CONTACTS_AT_ONCE = 5_000;
const MAX_CONSENTS = 20;
/** As many as an agent may have. */
const MAX_VARIABLES = 100;
const MAX_VARIABLE_TEXT = 1_000;
const MAX_VARIABLE_NAME = 64;
/** More calls at once than one installation holds. */
const MAX_CONCURRENT = 1_000;
const MAX_PER_SECOND = 1_000;
/** A call in a quarter of an hour: slower than that nobody paces. */
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

/** Outcomes after which somebody may be tried again. Source: product.md, "Outreach". */
export const RETRIED = ["no_answer", "busy", "voicemail", "failed"] as const;

const attempts = {
  max: z.int().min(1).max(MAX_ATTEMPTS),
  retry_after_minutes: z.int().min(1).max(WEEK_MINUTES),
  on: z
    .array(z.enum(RETRIED))
    .max(RETRIED.length)
    .transform((on) => RETRIED.filter((one) => on.includes(one))),
};
/** How often a contact is tried, and after what: one budget for each contact, whatever used it up. */
export const AttemptRule = z.strictObject(attempts);
export type AttemptRule = z.output<typeof AttemptRule>;

/** Years of which a week later still has four digits, in every zone. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2999;
const When = z.iso
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
/** Somebody to reach: a number, or a number with what is known. `name` and `timezone` go to the contact. */
const ContactEntry = z.union([
  NumberText,
  z.strictObject({
    phone: NumberText,
    name: Name.optional(),
    timezone: TimeZone.optional(),
    /** Values of the agent's variables that are known beforehand. */
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
  name: words(MAX_NAME),
  agent_id: id("agt"),
  /** By the agent's type unless given. */
  channel: CampaignChannel.optional(),
  purpose: OutreachPurpose.optional(),
  starts_at: When.nullable().optional(),
  ends_at: When.nullable().optional(),
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

/** `window` and `attempts` merge. What may still change depends on the status (`states.ts`). */
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
/** How many contacts stand where. `reached` are among the completed; canceled ones are in `total` alone. */
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
  /** Why it failed. */
  failure: ContactReason.nullable(),
  starts_at: Time.nullable(),
  ends_at: Time.nullable(),
  window: Window,
  ...pacing,
  attempts: AttemptRule,
  counts: CampaignCounts,
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
  /** Null once the contact was deleted. */
  phone: Phone.nullable(),
  status: CampaignContactStatus,
  /** Tries that count against the budget. */
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
/** Somebody whom a reason concerns, what it says of them, and when it ends by itself. */
const PreflightExample = z.strictObject({
  contact_id: ContactId,
  phone: Phone.nullable(),
  message: z.string(),
  until: Time.nullable(),
});
export type PreflightExample = z.output<typeof PreflightExample>;
/** What would become of the contacts that wait, if they were decided at the start, or now. */
export const Preflight = z.strictObject({
  allowed: count,
  held: count,
  blocked: count,
  /** A contact counts for each reason against it. `examples`: the first three. */
  by_reason: z.array(z.strictObject({ ...ReasonCount.shape, examples: z.array(PreflightExample) })),
  estimated_duration_s: count,
});
export type Preflight = z.output<typeof Preflight>;

/** How a campaign goes on, while somebody watches. */
export const Progress = z.strictObject({
  status: CampaignStatus,
  counts: CampaignCounts,
  calls_at_once: count,
  attempts_last_minute: count,
  /** Of the contacts that are held or blocked, a sample of 10,000 where there are more. */
  reasons: z.array(ReasonCount),
  backoff_until: Time.nullable(),
});
export type Progress = z.output<typeof Progress>;
export const CampaignEvents = { "campaign.progress": Progress };

/** A decision for a campaign, or for a purpose and a channel. */
export const AskAnyDecision = z.strictObject({ ...AskDecision.shape, campaign_id: CampaignId.optional() });

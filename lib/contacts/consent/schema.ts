import { z } from "zod";
import { CHANNEL_MISSING } from "@/lib/platform/reasons/fields/contacts";
import { USE_LATER_YEAR, USE_TIME_WITH_OFFSET } from "@/lib/platform/reasons/fields/platform";
import { id, nonBlankText, pageOf, pageQuery, Time, text } from "@/lib/platform/schema";
import { CHANNELS, CONSENT_KEYS, type ConsentKey, PURPOSES } from "./values";

export const ConsentPurpose = z.enum(PURPOSES);
export type ConsentPurpose = z.output<typeof ConsentPurpose>;

export const ConsentChannel = z.enum(CHANNELS);
export type ConsentChannel = z.output<typeof ConsentChannel>;

/** The sources of suppressions, strongest first: the contact's own words. */
export const SUPPRESSION_SOURCES = ["spoken_opt_out", "keyword", "carrier", "list", "request"] as const;
export const SuppressionSource = z.enum(SUPPRESSION_SOURCES);
export type SuppressionSource = z.output<typeof SuppressionSource>;

const MAX_SOURCE = 200;
/** Longest text that a contact agreed to, enough for the whole text of a form. */
const MAX_WORDING = 4_000;
const MAX_EVIDENCE = 4_000;
const MAX_REASON = 1_000;

/** PostgreSQL does not support the year 0. */
const When = z.iso
  .datetime({ offset: true, error: USE_TIME_WITH_OFFSET })
  .refine((at) => !at.startsWith("0000"), USE_LATER_YEAR)
  .transform((at) => new Date(at).toISOString());

/** A new ledger entry. `at` is when consent was given or revoked: now by default, and never in the future. */
export const NewConsent = z.strictObject({
  /** Purpose that the consent is for. It covers no other one. */
  purpose: ConsentPurpose,
  /** Channel that the consent is for: `call` is the telephone, `text` is SMS. */
  channel: ConsentChannel,
  /** Whether consent was given. False revokes it. */
  granted: z.boolean(),
  /** Where the consent comes from, such as a form, a contract or a conversation. */
  source: nonBlankText(MAX_SOURCE),
  /** Text that the contact agreed to. */
  wording: text(MAX_WORDING).optional(),
  /**
   * Proof of the consent, such as a record's number or a quote. Lifting an opt-out requires a later consent
   * with evidence.
   */
  evidence: text(MAX_EVIDENCE).optional(),
  /** Time at which the consent was given or revoked. Default: now. It cannot be in the future. */
  at: When.optional(),
});
export type NewConsent = z.output<typeof NewConsent>;

/** A ledger entry. `attested_by`: the person who attested the source if no evidence was shown. */
export const Consent = z.strictObject({
  id: id("con"),
  contact_id: id("ctc"),
  /** Purpose that the consent is for. */
  purpose: ConsentPurpose,
  /** Channel that the consent is for: `call` is the telephone, `text` is SMS. */
  channel: ConsentChannel,
  /** Whether consent was given; false if it was revoked. */
  granted: z.boolean(),
  /** Where the consent comes from. */
  source: z.string(),
  /** Text that the contact agreed to; null if it was not recorded. */
  wording: z.string().nullable(),
  /** Proof of the consent; null for none. */
  evidence: z.string().nullable(),
  /** Identifier of the person who attested the source for all rows of an import; null for other entries. */
  attested_by: z.string().nullable(),
  /** The author of the entry. */
  actor: z.strictObject({
    /** Kind of the author. `system` is the product, such as for a refusal in a call. */
    type: z.enum(["key", "member", "system", "operator", "staff"]),
    /** Identifier of the author, such as `mem_…` or `key_…`. For the product, the name of the job. */
    id: z.string(),
  }),
  /** Identifier of the call in which the contact said it, `call_…`; null for none. */
  call_id: z.string().nullable(),
  /** Identifier of the import that contained it, `imp_…`; null for none. */
  import_id: z.string().nullable(),
  /** Time at which the consent was given or revoked. The latest entry decides. */
  at: Time,
  created_at: Time,
});
export type Consent = z.output<typeof Consent>;
export const ConsentPage = pageOf(Consent);
export const ListConsents = z.strictObject(pageQuery);
export type ListConsents = z.output<typeof ListConsents>;

/** The current state of a consent. `unknown`: no entry in the ledger, which blocks outreach. */
export const ConsentState = z.strictObject({
  /** `unknown` means that the ledger has no entry, which blocks outreach as a revocation does. */
  state: z.enum(["granted", "revoked", "unknown"]),
  /** Source of the deciding entry; null if the state is unknown. */
  source: z.string().nullable(),
  /** Time at which the consent was given or revoked; null if the state is unknown. */
  at: Time.nullable(),
});
export type ConsentState = z.output<typeof ConsentState>;

/** The state of every purpose on every channel. */
export const ConsentStates = z.record(z.enum(CONSENT_KEYS as [ConsentKey, ...ConsentKey[]]), ConsentState);
export type ConsentStates = z.output<typeof ConsentStates>;

/** A number's merged suppressions: the channels of all sources, and the reason and source of the strongest one. */
export const Suppression = z.strictObject({
  /** Channels on which the number is not contacted, of all sources together. */
  channels: z.array(ConsentChannel),
  /** Reason in free text of the strongest source. It can be empty. */
  reason: z.string(),
  /**
   * The strongest source, in this order: `spoken_opt_out`, `keyword` (a text such as STOP), `carrier`,
   * `list` (do-not-call), `request`. Only `request` can be lifted without a new consent.
   */
  source: SuppressionSource,
  /** Time of the earliest suppression that is in force. */
  since: Time,
});
export type Suppression = z.output<typeof Suppression>;

/** The channels to suppress, and the reason in free text. */
export const Suppress = z.strictObject({
  /** Channels on which the number is not contacted: `call` is the telephone, `text` is SMS. */
  channels: z
    .array(ConsentChannel)
    .min(1, CHANNEL_MISSING)
    .transform((channels) => CHANNELS.filter((channel) => channels.includes(channel)))
    .default([...CHANNELS]),
  /** Reason in free text. It is shown with the contact. */
  reason: text(MAX_REASON).default(""),
});
export type Suppress = z.output<typeof Suppress>;

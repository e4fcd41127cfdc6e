import { z } from "zod";
import { id, nonBlankText, pageOf, pageQuery, Time, text } from "@/lib/platform/schema";

/** The purposes of consent: two kinds of outreach, and the recording of calls. */
export const PURPOSES = ["informational", "telemarketing", "recording"] as const;
export const ConsentPurpose = z.enum(PURPOSES);
export type ConsentPurpose = z.output<typeof ConsentPurpose>;

/** `call` is phone, `text` is sms. */
export const CHANNELS = ["call", "text"] as const;
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
  .datetime({ offset: true, error: "Use RFC 3339 with an offset, such as 2026-11-24T09:30:00Z." })
  .refine((at) => !at.startsWith("0000"), "Use a year from 0001 on.")
  .transform((at) => new Date(at).toISOString());

/** A new ledger entry. `at` is when consent was given or revoked: now by default, and never in the future. */
export const NewConsent = z.strictObject({
  purpose: ConsentPurpose,
  channel: ConsentChannel,
  granted: z.boolean(),
  /** The source of the consent: a form, a contract, a conversation. */
  source: nonBlankText(MAX_SOURCE),
  wording: text(MAX_WORDING).optional(),
  evidence: text(MAX_EVIDENCE).optional(),
  at: When.optional(),
});
export type NewConsent = z.output<typeof NewConsent>;

/** A ledger entry. `attested_by`: the person who attested the source if no evidence was shown. */
export const Consent = z.strictObject({
  id: id("con"),
  contact_id: id("ctc"),
  purpose: ConsentPurpose,
  channel: ConsentChannel,
  granted: z.boolean(),
  source: z.string(),
  wording: z.string().nullable(),
  evidence: z.string().nullable(),
  attested_by: z.string().nullable(),
  actor: z.strictObject({ type: z.enum(["key", "member", "system", "operator", "staff"]), id: z.string() }),
  call_id: z.string().nullable(),
  import_id: z.string().nullable(),
  at: Time,
  created_at: Time,
});
export type Consent = z.output<typeof Consent>;
export const ConsentPage = pageOf(Consent);
export const ListConsents = z.strictObject(pageQuery);
export type ListConsents = z.output<typeof ListConsents>;

/** The current state of a consent. `unknown`: no entry in the ledger, which blocks outreach. */
export const ConsentState = z.strictObject({
  state: z.enum(["granted", "revoked", "unknown"]),
  source: z.string().nullable(),
  at: Time.nullable(),
});
export type ConsentState = z.output<typeof ConsentState>;

export type ConsentKey = `${ConsentPurpose}:${ConsentChannel}`;
export const CONSENT_KEYS: readonly ConsentKey[] = PURPOSES.flatMap((purpose) =>
  CHANNELS.map((channel): ConsentKey => `${purpose}:${channel}`),
);
/** The state of every purpose on every channel. */
export const ConsentStates = z.record(z.enum(CONSENT_KEYS as [ConsentKey, ...ConsentKey[]]), ConsentState);
export type ConsentStates = z.output<typeof ConsentStates>;

/** A number's merged suppressions: the channels of all sources, and the reason and source of the strongest one. */
export const Suppression = z.strictObject({
  channels: z.array(ConsentChannel),
  reason: z.string(),
  source: SuppressionSource,
  since: Time,
});
export type Suppression = z.output<typeof Suppression>;

/** The channels to suppress, and the reason in free text. */
export const Suppress = z.strictObject({
  channels: z
    .array(ConsentChannel)
    .min(1, "Name at least one channel.")
    .transform((channels) => CHANNELS.filter((channel) => channels.includes(channel)))
    .default([...CHANNELS]),
  reason: text(MAX_REASON).default(""),
});
export type Suppress = z.output<typeof Suppress>;

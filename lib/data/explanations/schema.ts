import { z } from "zod";
import { Time } from "@/lib/platform/schema";

/** The subjects of findings, in the order shown. */
export const TOPICS = [
  "decision",
  "consent",
  "suppression",
  "hours",
  "caps",
  "exclusion",
  "recording",
  "masking",
  "retention",
  "erasure",
  "access",
] as const;
export const FindingTopic = z.enum(TOPICS);
export type FindingTopic = z.output<typeof FindingTopic>;

/** Every finding, by its code. The dashboard has a text for each. */
export const FINDING_CODES = [
  ...["call_allowed", "call_blocked", "call_received", "call_tested"],
  ...["contact_allowed", "contact_held", "contact_blocked"],
  ...["campaign_draft", "campaign_launched"],
  ...["consent_granted", "consent_revoked", "consent_missing", "consent_required"],
  ...["suppressed", "not_suppressed"],
  ...["hours_by_law", "hours_by_default"],
  ...["attempt_caps", "campaign_caps"],
  ...["contacts_excluded", "none_excluded"],
  ...["recording_law_all", "recording_law_one", "recording_law_unknown"],
  ...["recording_announced", "recording_unannounced", "recording_unheard"],
  ...["recording_after_silence", "recording_after_yes", "recording_after_words"],
  ...["recording_declined", "recording_refused_before", "recording_unanswered", "not_recorded"],
  ...["variables_sensitive", "variables_withheld", "variables_shown"],
  ...["recording_kept", "recording_deleted", "transcript_kept", "transcript_deleted"],
  ...["kept_by_hold", "call_erased"],
  ...["erasure_completed", "erasure_running", "erasure_blocked"],
  ...["access_audited", "access_unaudited", "access_hidden"],
] as const;
export const FindingCode = z.enum(FINDING_CODES);
export type FindingCode = z.output<typeof FindingCode>;

const count = z.int().nonnegative();

/** A law, with the page where it was read and the day. */
const FindingRule = z.strictObject({ law: z.string(), source: z.string(), verified_on: z.string() });

/** A record that the finding relies on. `at_ms`: the position in the call. */
const FindingEvidence = z.strictObject({
  kind: z.enum(["consent", "attempt", "campaign", "deletion", "recording_step"]),
  id: z.string(),
  at: Time.nullable(),
  at_ms: count.nullable(),
});
export type FindingEvidence = z.output<typeof FindingEvidence>;

/** A reason for a block, a hold or an exclusion. `count`: the contacts that it excludes. */
const FindingReason = z.strictObject({
  code: z.string(),
  message: z.string().nullable(),
  until: Time.nullable(),
  count: count.nullable(),
});

/** An entry of the audit log. `GET /v1/audit?target=` lists it in full. */
export const AuditReference = z.strictObject({
  id: z.string(),
  seq: z.int().positive(),
  at: Time,
  action: z.string(),
  target: z.string(),
  actor: z.strictObject({ type: z.enum(["key", "member", "system", "operator", "staff"]), id: z.string() }),
});
export type AuditReference = z.output<typeof AuditReference>;

/** At most `max` attempts in `days` days; `used`: those made, if the finding is about one contact. */
const FindingCap = z.strictObject({
  max: z.int().positive(),
  days: z.int().positive(),
  used: count.nullable(),
});

/** One fact: what was decided, the rules and records that it relies on, and its entries in the audit log. */
export const ExplanationFinding = z.strictObject({
  topic: FindingTopic,
  code: FindingCode,
  at: Time.nullable(),
  until: Time.nullable(),
  count: count.nullable(),
  /** Names of variables, purposes and channels. Never values. */
  names: z.array(z.string()),
  reasons: z.array(FindingReason),
  rules: z.array(FindingRule),
  caps: z.array(FindingCap),
  evidence: z.array(FindingEvidence),
  /** Empty for a role that cannot read the audit log. */
  audit: z.array(AuditReference),
});
export type ExplanationFinding = z.output<typeof ExplanationFinding>;

/** Why a call, a contact or a campaign is as it is. */
export const Explanation = z.strictObject({
  kind: z.enum(["call", "contact", "campaign"]),
  id: z.string(),
  explained_at: Time,
  /** In the order of their topics. */
  findings: z.array(ExplanationFinding),
});
export type Explanation = z.output<typeof Explanation>;

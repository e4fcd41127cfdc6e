import { z } from "zod";
import { Time } from "@/lib/platform/schema";
import { TOPICS } from "./values";

export const FindingTopic = z.enum(TOPICS);
export type FindingTopic = z.output<typeof FindingTopic>;

/** Every finding, by its code. The dashboard has a text for each. */
export const FINDING_CODES = [
  ...["call_allowed", "call_blocked", "call_received", "call_tested"],
  ...["contact_allowed", "contact_held", "contact_blocked"],
  ...["campaign_draft", "campaign_launched"],
  ...["consent_granted", "consent_suppressed", "consent_revoked", "consent_missing", "consent_required"],
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
const FindingRule = z.strictObject({
  /** Name of the law. */
  law: z.string(),
  /** Address of the page where it was read. */
  source: z.string(),
  /** Day on which it was read. */
  verified_on: z.string(),
});

/** A record that the finding relies on. `at_ms`: the position in the call. */
const FindingEvidence = z.strictObject({
  /** Kind of the record. */
  kind: z.enum(["consent", "attempt", "campaign", "deletion", "recording_step"]),
  /** Identifier of the record. For an attempt its number, and for a step of the recording its name. */
  id: z.string(),
  /** Time of the record; null if it has none. */
  at: Time.nullable(),
  /** Position in the call in milliseconds; null if it is no moment of a call. */
  at_ms: count.nullable(),
});
export type FindingEvidence = z.output<typeof FindingEvidence>;

/** A reason for a block, a hold or an exclusion. `count`: the contacts that it excludes. */
const FindingReason = z.strictObject({
  /** Name of the reason, for programs. */
  code: z.string(),
  /** Name of the sentence, for clients that translate it. Null without a sentence, and if an earlier release stored it. */
  reason: z.string().nullable(),
  /** The reason for people; null if it has only a code. */
  message: z.string().nullable(),
  /** Time at which the reason ends; null if it does not end by time. */
  until: Time.nullable(),
  /** Number of contacts that the reason excludes; null unless the finding is about a campaign. */
  count: count.nullable(),
});

/** An entry of the audit log. `GET /v1/audit?target=` lists it in full. */
export const AuditReference = z.strictObject({
  /** Identifier of the entry, `aud_…`. */
  id: z.string(),
  /** Position in the workspace's chain, from 1 without gaps. */
  seq: z.int().positive(),
  /** Time of the change. */
  at: Time,
  /** Action, such as `agent.deployed`. */
  action: z.string(),
  /** Identifier of the changed resource. */
  target: z.string(),
  /** The author of the change. */
  actor: z.strictObject({
    /**
     * Kind of the author. `system` is the product, `operator` the installation's operator, `staff` the
     * operator's staff with access.
     */
    type: z.enum(["key", "member", "system", "operator", "staff"]),
    /** Identifier of the author, such as `mem_…` or `key_…`. For the product and the operator, the name of the job or the command. */
    id: z.string(),
  }),
});
export type AuditReference = z.output<typeof AuditReference>;

/** At most `max` attempts in `days` days; `used`: those made, if the finding is about one contact. */
const FindingCap = z.strictObject({
  /** Number of attempts that the cap allows. */
  max: z.int().positive(),
  /** Length of the cap in days of 24 hours. */
  days: z.int().positive(),
  /** Attempts made within it; null if the finding is not about one contact. */
  used: count.nullable(),
});

/** One fact: what was decided, the rules and records that it relies on, and its entries in the audit log. */
export const ExplanationFinding = z.strictObject({
  /** Subject of the finding. */
  topic: FindingTopic,
  /** Name of the finding, for programs. */
  code: FindingCode,
  /** Time of the fact; null if it has none. */
  at: Time.nullable(),
  /** Time until which it holds; null if it does not end by time. */
  until: Time.nullable(),
  /** Number of the things that the finding is about; null if it counts none. */
  count: count.nullable(),
  /** Names of variables, purposes, channels and regions. Never values. */
  names: z.array(z.string()),
  /** Reasons for a block, a hold or an exclusion. */
  reasons: z.array(FindingReason),
  /** Laws that it relies on. */
  rules: z.array(FindingRule),
  /** Caps on attempts that it relies on. */
  caps: z.array(FindingCap),
  /** Records that it relies on. */
  evidence: z.array(FindingEvidence),
  /** Entries of the audit log about it. Empty for a role that cannot read the log. */
  audit: z.array(AuditReference),
});
export type ExplanationFinding = z.output<typeof ExplanationFinding>;

/** Why a call, a contact or a campaign is as it is. */
export const Explanation = z.strictObject({
  /** Kind of the explained resource. */
  kind: z.enum(["call", "contact", "campaign"]),
  /** Identifier of the explained resource. */
  id: z.string(),
  /** Time of the explanation. */
  explained_at: Time,
  /** The facts, in the order of their topics. */
  findings: z.array(ExplanationFinding),
});
export type Explanation = z.output<typeof Explanation>;

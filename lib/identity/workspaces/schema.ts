import { z } from "zod";
import { ANSWER_WINDOW_MS, OPT_OUT_ANNOUNCEMENT } from "@/lib/platform/announcements";
import { USE_PLAIN_HTTPS_ADDRESS } from "@/lib/platform/reasons/fields/identity";
import { id, nonBlankText, Phone, Revision, Time, TimeZone, text } from "@/lib/platform/schema";
import { MAX_RETENTION_DAYS } from "./values";

/** Longest name of a workspace. */
const MAX_NAME = 200;
const MAX_ANNOUNCEMENT = 1_000;

const RecordingDefaults = z.strictObject({
  /** Whether calls are recorded. A recording also needs the transcript. */
  enabled: z.boolean(),
  /**
   * Whether the announcement is played first. It is played regardless of this setting where the law
   * requires it, or where the region is unknown.
   */
  announce: z.boolean(),
  /** Text of the announcement. */
  announcement: text(MAX_ANNOUNCEMENT),
  /**
   * Time that the caller has to decline after the announcement, in milliseconds. Nothing is recorded until
   * it has passed.
   */
  answer_window_ms: z.int().min(ANSWER_WINDOW_MS.min).max(ANSWER_WINDOW_MS.max),
  /**
   * Whether a call continues unrecorded if the caller declines. If false, it ends with the reason
   * `declined`, or is transferred to a person.
   */
  allow_caller_opt_out: z.boolean(),
  /** Days after the end of a call until its recording is deleted. 0: as soon as the call is settled. */
  retention_days: z.number().int().min(0).max(MAX_RETENTION_DAYS.recording),
  /**
   * Whether sensitive values are masked in the text of transcripts. If false, only the values of
   * `variables` are masked.
   */
  redact_sensitive_fields: z.boolean(),
  /**
   * Whether the person who takes over a transferred call hears the announcement first. If false, the
   * recording ends at the transfer.
   */
  announce_on_transfer: z.boolean(),
});
const TranscriptDefaults = z.strictObject({
  /**
   * Whether transcripts are kept. If neither transcripts nor recordings are, a call keeps only its outcome.
   */
  enabled: z.boolean(),
  /**
   * Days after the end of a call until its transcript, summary and comments are deleted. 0: minutes after
   * the call is settled.
   */
  retention_days: z.number().int().min(0).max(MAX_RETENTION_DAYS.transcript),
});

/**
 * The defaults of new agents. Source of the fields and values: spec.md, "Recording settings", and product.md.
 */
export const WorkspaceDefaults = z.strictObject({
  /** Settings of recordings that new agents start with. */
  recording: RecordingDefaults,
  /** Settings of transcripts that new agents start with. */
  transcript: TranscriptDefaults,
});
export type WorkspaceDefaults = z.output<typeof WorkspaceDefaults>;

/**
 * The safest value of each setting: announced, with an opt-out, masked, kept for the specification's default
 * periods.
 */
export const INITIAL_DEFAULTS: WorkspaceDefaults = {
  recording: {
    enabled: true,
    announce: true,
    announcement: OPT_OUT_ANNOUNCEMENT,
    answer_window_ms: ANSWER_WINDOW_MS.default,
    allow_caller_opt_out: true,
    retention_days: 30,
    redact_sensitive_fields: true,
    announce_on_transfer: true,
  },
  transcript: { enabled: true, retention_days: 90 },
};

/** Where callers pay, as the agent never collects card numbers. */
const Payment = z.strictObject({
  /** Number of the telephone line that takes payments, in E.164; null for none. */
  ivr_number: z.string().nullable(),
  /** Address of the page that takes payments, which agents send by text; null for none. */
  link_url: z.string().nullable(),
});

/** Source: product.md, "Plan". A workspace is on `standard` until the operator changes it. */
export const PLANS = ["standard", "enterprise"] as const;
export const Plan = z.enum(PLANS);
export type Plan = z.output<typeof Plan>;

/** Longest name of a signer. */
const MAX_SIGNER = 200;
/** A business associate agreement: the day it was signed and its signer for the workspace's organization. */
export const Baa = z.strictObject({ signed_on: z.iso.date(), signer: nonBlankText(MAX_SIGNER) });
export type Baa = z.output<typeof Baa>;

export const WorkspaceSettings = z.strictObject({
  payment: Payment.nullable(),
  /** Allows only model and speech providers without retention. */
  require_zero_retention: z.boolean(),
  /** Refuses live calls over SIP trunks whose encryption is not `required`. */
  require_call_encryption: z.boolean(),
  /** SIP trunks of outbound calls by prefix, which lib/outreach/outbound-routes writes and reads. */
  outbound_routes: z.array(z.looseObject({})),
  /**
   * The signed BAA on record, required to deploy health and financial variables. Only the operator sets it.
   */
  baa: Baa.nullable(),
});
export type WorkspaceSettings = z.output<typeof WorkspaceSettings>;

export const INITIAL_SETTINGS: WorkspaceSettings = {
  payment: null,
  require_zero_retention: false,
  require_call_encryption: false,
  outbound_routes: [],
  baa: null,
};

/**
 * The name that the first start gives the demo workspace (`docs/decisions/0007-separate-demo-workspace.md`).
 */
export const DEMO_NAME = "Demo";

const WorkspaceName = nonBlankText(MAX_NAME);

/** A workspace's row without its documents. */
export const WorkspaceRow = z.strictObject({
  id: z.string(),
  name: WorkspaceName,
  plan: Plan,
  timezone: z.string(),
  revision: Revision,
  created_at: Time,
});
/** A workspace's row, with its documents parsed. */
export type StoredWorkspace = z.output<typeof WorkspaceRow> & {
  defaults: WorkspaceDefaults;
  settings: WorkspaceSettings;
};

/** The workspace as its members and keys see it. */
export const Workspace = z.strictObject({
  id: id("ws"),
  /** Name of the workspace. */
  name: z.string(),
  /** The IANA time zone of analytics and of times that callers mention. */
  timezone: z.string(),
  /** Settings that new agents start with. They do not change existing agents. */
  defaults: WorkspaceDefaults,
  /** Where callers pay, as agents never take card numbers. Null for nowhere. */
  payment: Payment.nullable(),
  /**
   * Whether agents can use only providers that keep nothing of what they are sent. Live agents that use
   * others start no conversations.
   */
  require_zero_retention: z.boolean(),
  /**
   * Whether live calls over SIP trunks must be encrypted. Trunks whose encryption is not `required` then neither place nor
   * receive calls.
   */
  require_call_encryption: z.boolean(),
  revision: Revision,
  created_at: Time,
});
export type Workspace = z.output<typeof Workspace>;

/** A text message has room for little more. */
const MAX_LINK = 500;
/** Callers receive this link by text and must be able to trust it: https only, and no credentials in it. */
function isPaymentLink(link: string): boolean {
  if (/\s/.test(link) || !URL.canParse(link)) return false;
  const { protocol, username, password } = new URL(link);
  return protocol === "https:" && username === "" && password === "";
}
const PaymentLink = text(MAX_LINK).refine(isPaymentLink, {
  error: USE_PLAIN_HTTPS_ADDRESS,
  params: { code: "invalid_format" },
});

/** Objects are merged with the current settings; `payment: null` removes both means of payment. */
export const UpdateWorkspace = z.strictObject({
  /** Name of the workspace. */
  name: WorkspaceName.optional(),
  /** IANA time zone of analytics and of times that callers mention. */
  timezone: TimeZone.optional(),
  /** Settings that new agents start with. Omitted fields keep their value. */
  defaults: z
    .strictObject({
      /** Settings of recordings. Omitted fields keep their value. */
      recording: RecordingDefaults.partial().optional(),
      /** Settings of transcripts. Omitted fields keep their value. */
      transcript: TranscriptDefaults.partial().optional(),
    })
    .optional(),
  /** Where callers pay. Omitted fields keep their value; null removes both. */
  payment: z
    .strictObject({
      /** Number of the telephone line that takes payments, in E.164; null removes it. */
      ivr_number: Phone.nullable().optional(),
      /** Address of the page that takes payments: https, without a user name or password. Null removes it. */
      link_url: PaymentLink.nullable().optional(),
    })
    .nullable()
    .optional(),
  /**
   * Whether agents can use only providers that keep nothing of what they are sent. Takes effect at once,
   * also in calls in progress.
   */
  require_zero_retention: z.boolean().optional(),
  /**
   * Whether live calls over SIP trunks must be encrypted (TLS and SRTP). Takes effect for the next call. Twilio is not affected.
   */
  require_call_encryption: z.boolean().optional(),
});
export type UpdateWorkspace = z.output<typeof UpdateWorkspace>;

/** The workspace's current name, to confirm the deletion. */
export const DeleteWorkspace = z.strictObject({
  /** The workspace's current name, which confirms the deletion. */
  name: z.string().max(MAX_NAME),
});
export type DeleteWorkspace = z.output<typeof DeleteWorkspace>;

/** A workspace with its scheduled deletion; null if none is scheduled. */
export const WorkspaceDeletion = z.strictObject({
  id: id("ws"),
  /** Name of the workspace. */
  name: z.string(),
  /** The scheduled deletion; null for none. */
  deletion: z
    .strictObject({
      /** Time of the request. The workspace is locked from then on. */
      requested_at: Time,
      /** The member or the key that requested the deletion. */
      requested_by: z.string(),
      /** When all of the workspace's data is destroyed. Until then an owner can restore it. */
      delete_after: Time,
    })
    .nullable(),
});
export type WorkspaceDeletion = z.output<typeof WorkspaceDeletion>;

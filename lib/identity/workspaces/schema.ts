import { z } from "zod";
import { ANSWER_WINDOW_MS, OPT_OUT_ANNOUNCEMENT } from "@/lib/platform/announcements";
import { id, nonBlankText, Phone, Revision, Time, TimeZone, text } from "@/lib/platform/schema";

/** Longest name of a workspace. */
const MAX_NAME = 200;
const MAX_ANNOUNCEMENT = 1_000;
/** Longest retention periods, in days. Sources: spec.md, "Limits" (recordings), and product.md, "Retention" (transcripts). */
export const MAX_RETENTION_DAYS = { recording: 365, transcript: 3_650 } as const;

const RecordingDefaults = z.strictObject({
  enabled: z.boolean(),
  announce: z.boolean(),
  announcement: text(MAX_ANNOUNCEMENT),
  answer_window_ms: z.int().min(ANSWER_WINDOW_MS.min).max(ANSWER_WINDOW_MS.max),
  allow_caller_opt_out: z.boolean(),
  retention_days: z.number().int().min(0).max(MAX_RETENTION_DAYS.recording),
  redact_sensitive_fields: z.boolean(),
  announce_on_transfer: z.boolean(),
});
const TranscriptDefaults = z.strictObject({
  enabled: z.boolean(),
  retention_days: z.number().int().min(0).max(MAX_RETENTION_DAYS.transcript),
});

/**
 * The defaults of new agents. Source of the fields and values: spec.md, "Recording settings", and product.md.
 */
export const WorkspaceDefaults = z.strictObject({
  recording: RecordingDefaults,
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
const Payment = z.strictObject({ ivr_number: z.string().nullable(), link_url: z.string().nullable() });

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
  /**
   * The signed BAA on record, required to deploy health and financial variables. Only the operator sets it.
   */
  baa: Baa.nullable(),
});
export type WorkspaceSettings = z.output<typeof WorkspaceSettings>;

export const INITIAL_SETTINGS: WorkspaceSettings = {
  payment: null,
  require_zero_retention: false,
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
  name: z.string(),
  /** The IANA time zone of analytics and of times that callers mention. */
  timezone: z.string(),
  defaults: WorkspaceDefaults,
  payment: Payment.nullable(),
  require_zero_retention: z.boolean(),
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
  error: "Use a complete https address without a user name or password.",
  params: { code: "invalid_format" },
});

/** Objects are merged with the current settings; `payment: null` removes both means of payment. */
export const UpdateWorkspace = z.strictObject({
  name: WorkspaceName.optional(),
  timezone: TimeZone.optional(),
  defaults: z
    .strictObject({
      recording: RecordingDefaults.partial().optional(),
      transcript: TranscriptDefaults.partial().optional(),
    })
    .optional(),
  payment: z
    .strictObject({ ivr_number: Phone.nullable().optional(), link_url: PaymentLink.nullable().optional() })
    .nullable()
    .optional(),
  require_zero_retention: z.boolean().optional(),
});
export type UpdateWorkspace = z.output<typeof UpdateWorkspace>;

/** The workspace's current name, to confirm the deletion. */
export const DeleteWorkspace = z.strictObject({ name: z.string().max(MAX_NAME) });
export type DeleteWorkspace = z.output<typeof DeleteWorkspace>;

/** A workspace with its scheduled deletion; null if none is scheduled. */
export const WorkspaceDeletion = z.strictObject({
  id: id("ws"),
  name: z.string(),
  deletion: z
    .strictObject({
      requested_at: Time,
      /** The member or the key that requested the deletion. */
      requested_by: z.string(),
      /** When all of the workspace's data is destroyed. Until then an owner can restore it. */
      delete_after: Time,
    })
    .nullable(),
});
export type WorkspaceDeletion = z.output<typeof WorkspaceDeletion>;

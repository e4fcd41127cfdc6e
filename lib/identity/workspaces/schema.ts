import { z } from "zod";
import { ANSWER_WINDOW_MS, OPT_OUT_ANNOUNCEMENT } from "@/lib/platform/announcements";
import { id, Phone, Time, TimeZone, text, words } from "@/lib/platform/schema";

/** Longest name of a workspace. */
const MAX_NAME = 200;
const MAX_ANNOUNCEMENT = 1_000;
/** Source: spec.md, "Limits": recordings 0 to 365 days. */
const MAX_RECORDING_DAYS = 365;
/** Source: product.md, "Retention": ten years. */
const MAX_TRANSCRIPT_DAYS = 3_650;

const RecordingDefaults = z.strictObject({
  enabled: z.boolean(),
  announce: z.boolean(),
  announcement: text(MAX_ANNOUNCEMENT),
  answer_window_ms: z.int().min(ANSWER_WINDOW_MS.min).max(ANSWER_WINDOW_MS.max),
  allow_caller_opt_out: z.boolean(),
  retention_days: z.number().int().min(0).max(MAX_RECORDING_DAYS),
  redact_sensitive_fields: z.boolean(),
  announce_on_transfer: z.boolean(),
});
const TranscriptDefaults = z.strictObject({
  enabled: z.boolean(),
  retention_days: z.number().int().min(0).max(MAX_TRANSCRIPT_DAYS),
});

/** What a new agent starts from. Source of the fields and defaults: spec.md, "Recording settings", and product.md. */
export const WorkspaceDefaults = z.strictObject({
  recording: RecordingDefaults,
  transcript: TranscriptDefaults,
});
export type WorkspaceDefaults = z.output<typeof WorkspaceDefaults>;

/** The safe side of each setting: announced, with a way out, masked, kept for the specification's default times. */
export const FIRST_DEFAULTS: WorkspaceDefaults = {
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

/** Where payments are taken, as a card number is never collected by the agent. */
const Payment = z.strictObject({ ivr_number: z.string().nullable(), link_url: z.string().nullable() });

/** Source: product.md, "Plan": `standard` until the operator says otherwise. */
export const PLANS = ["standard", "enterprise"] as const;
export const Plan = z.enum(PLANS);
export type Plan = z.output<typeof Plan>;

/** Longest name of who signed an agreement. */
const MAX_SIGNER = 200;
/** A business associate agreement: the day it was signed, and who signed it for the workspace's organisation. */
export const Baa = z.strictObject({ signed_on: z.iso.date(), signer: words(MAX_SIGNER) });
export type Baa = z.output<typeof Baa>;

export const WorkspaceSettings = z.strictObject({
  payment: Payment.nullable(),
  /** Only model and speech providers without retention may be used. */
  require_zero_retention: z.boolean(),
  /** The signed BAA that is on record: health and financial variables may be deployed. The operator alone writes it. */
  baa: Baa.nullable(),
});
export type WorkspaceSettings = z.output<typeof WorkspaceSettings>;

export const FIRST_SETTINGS: WorkspaceSettings = {
  payment: null,
  require_zero_retention: false,
  baa: null,
};

/** What the first start names the demo's workspace (`docs/decisions/0007-a-demo-workspace-of-its-own.md`). */
export const DEMO_NAME = "Demo";

const WorkspaceName = words(MAX_NAME);

/** A workspace's row. */
export const StoredWorkspace = z.strictObject({
  id: z.string(),
  name: WorkspaceName,
  plan: Plan,
  timezone: z.string(),
  defaults: WorkspaceDefaults,
  settings: WorkspaceSettings,
  created_at: Time,
});
export type StoredWorkspace = z.output<typeof StoredWorkspace>;

/** What the workspace's members and keys see of it. */
export const Workspace = z.strictObject({
  id: id("ws"),
  name: z.string(),
  /** IANA: that of its analytics, and of moments that callers name. */
  timezone: z.string(),
  defaults: WorkspaceDefaults,
  payment: Payment.nullable(),
  require_zero_retention: z.boolean(),
  created_at: Time,
});
export type Workspace = z.output<typeof Workspace>;

/** A text has room for little more. */
const MAX_LINK = 500;
/** It is texted to people, who are to trust it: encrypted, and nothing in it that signs anybody in. */
function isPaymentLink(link: string): boolean {
  if (/\s/.test(link) || !URL.canParse(link)) return false;
  const { protocol, username, password } = new URL(link);
  return protocol === "https:" && username === "" && password === "";
}
const PaymentLink = text(MAX_LINK).refine(isPaymentLink, {
  error: "Use a whole https address, without a user name or password.",
  params: { code: "invalid_format" },
});

/** Objects merge with what is set; `payment: null` takes both means of payment away. */
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

/** The workspace's own name, as it is now: nobody deletes one by mistake for another. */
export const DeleteWorkspace = z.strictObject({ name: z.string().max(MAX_NAME) });
export type DeleteWorkspace = z.output<typeof DeleteWorkspace>;

/** Whether the workspace is to be deleted. */
export const WorkspaceDeletion = z.strictObject({
  id: id("ws"),
  name: z.string(),
  deletion: z
    .strictObject({
      requested_at: Time,
      /** The member or the key that asked. */
      requested_by: z.string(),
      /** Until then an owner can restore it; then everything of it is destroyed. */
      delete_after: Time,
    })
    .nullable(),
});
export type WorkspaceDeletion = z.output<typeof WorkspaceDeletion>;

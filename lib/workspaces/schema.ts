import { z } from "zod";
import { Time, text, words } from "@/lib/schema";

/** Longest name of a workspace. */
const MAX_NAME = 200;
const MAX_ANNOUNCEMENT = 1_000;
/** Source: spec.md, "Limits": recordings 0 to 365 days. */
const MAX_RECORDING_DAYS = 365;
/** Source: product.md, "Retention": ten years. */
const MAX_TRANSCRIPT_DAYS = 3_650;

/** What a new agent starts from. Source of the fields and defaults: spec.md, "Recording settings", and product.md. */
export const WorkspaceDefaults = z.strictObject({
  recording: z.strictObject({
    enabled: z.boolean(),
    announce: z.boolean(),
    announcement: text(MAX_ANNOUNCEMENT),
    allow_caller_opt_out: z.boolean(),
    retention_days: z.number().int().min(0).max(MAX_RECORDING_DAYS),
    redact_sensitive_fields: z.boolean(),
    announce_on_transfer: z.boolean(),
  }),
  transcript: z.strictObject({
    enabled: z.boolean(),
    retention_days: z.number().int().min(0).max(MAX_TRANSCRIPT_DAYS),
  }),
});
export type WorkspaceDefaults = z.output<typeof WorkspaceDefaults>;

/** The safe side of each setting: announced, with a way out, masked, kept for the specification's default times. */
export const FIRST_DEFAULTS: WorkspaceDefaults = {
  recording: {
    enabled: true,
    announce: true,
    announcement: "This call is recorded. Say no or press 9 if you do not want that.",
    allow_caller_opt_out: true,
    retention_days: 30,
    redact_sensitive_fields: true,
    announce_on_transfer: true,
  },
  transcript: { enabled: true, retention_days: 90 },
};

export const WorkspaceSettings = z.strictObject({
  /** Where payments are taken, as a card number is never collected by the agent. */
  payment: z.strictObject({ ivr_number: z.string().nullable(), link_url: z.string().nullable() }).nullable(),
  /** Only model and speech providers without retention may be used. */
  demand_zero_retention: z.boolean(),
  /** A signed BAA is on record: health and financial variables may be deployed. */
  baa_on_record: z.boolean(),
});
export type WorkspaceSettings = z.output<typeof WorkspaceSettings>;

export const FIRST_SETTINGS: WorkspaceSettings = {
  payment: null,
  demand_zero_retention: false,
  baa_on_record: false,
};

/** What the first start names the demo's workspace (`docs/decisions/0007-a-demo-workspace-of-its-own.md`). */
export const DEMO_NAME = "Demo";

export const WorkspaceName = words(MAX_NAME);

export const Workspace = z.strictObject({
  id: z.string(),
  name: WorkspaceName,
  plan: z.string(),
  timezone: z.string(),
  defaults: WorkspaceDefaults,
  settings: WorkspaceSettings,
  created_at: Time,
});
export type Workspace = z.output<typeof Workspace>;

import { z } from "zod";
import { storedDocument } from "@/lib/platform/stored-document";
import { RetentionBasis } from "./retention-basis";

const StoredSettings = z.looseObject({
  header_name: z.string().optional(),
  token_url: z.string().optional(),
  client_id: z.string().optional(),
  scope: z.string().optional(),
  audience: z.string().optional(),
  client_authentication: z.enum(["client_secret_basic", "client_secret_post"]).optional(),
  base_url: z.string().optional(),
  models: z.array(z.string()).optional(),
  zero_retention: z.boolean().optional(),
  zero_retention_basis: RetentionBasis.optional(),
  retention_agreement: z.string().optional(),
  account_sid: z.string().optional(),
  voices: z.array(z.looseObject({ id: z.string(), name: z.string() })).optional(),
  voice_model: z.string().optional(),
  voice_instructions: z.string().optional(),
  /** Whether a check has found that the server transcribes while the caller speaks. */
  streaming: z.boolean().optional(),
  server: z.string().optional(),
  transport: z.enum(["tls", "tcp"]).optional(),
  encryption: z.enum(["required", "optional", "off"]).optional(),
  username: z.string().nullable().optional(),
  digest: z.enum(["sha256", "both", "md5"]).optional(),
  register: z.boolean().optional(),
  domain: z.string().nullable().optional(),
  sources: z.array(z.string()).optional(),
  caller_signatures: z.enum(["off", "required"]).optional(),
  number_format: z.enum(["e164", "digits"]).optional(),
  countries: z.array(z.string()).optional(),
  max_calls: z.number().optional(),
  calls_per_second: z.number().optional(),
  /** Limits of a SIP trunk, which lib/outreach/trunk-limits writes and reads. */
  limits: z.looseObject({}).optional(),
  /** How often an admin has lifted them. */
  limit_lifts: z.number().optional(),
  limits_lifted_at: z.string().optional(),
  /** Until when a SIP trunk is paused (RFC 3339), which lib/agents/integrations writes. */
  paused_until: z.string().optional(),
  caller_id: z.enum(["own_numbers", "workspace_numbers"]).optional(),
  /** Inbound routes of a SIP trunk, which lib/agents/inbound-routes writes and reads. */
  inbound_routes: z.array(z.looseObject({})).optional(),
});
export type Settings = z.output<typeof StoredSettings>;
/** An integration's settings that are not secret. Every field is optional, as the kinds have different ones. */
export const settingsDocument = storedDocument<Settings>({
  name: "set of integration settings",
  schema: StoredSettings,
});

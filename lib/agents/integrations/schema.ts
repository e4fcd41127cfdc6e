import { z } from "zod";
import { Model, Voice } from "@/lib/agents/models/schema";
import { Credential, Finding, ProviderKind, RetentionBasis } from "@/lib/agents/providers/schema";
import { id, nonBlankText, pageOf, pageQuery, Time } from "@/lib/platform/schema";

const MAX_NAME = 100;
/** A credential for more hosts is effectively unbound. */
const MAX_HOSTS = 10;
const MAX_HOST = 300;

/** `host` or `host:port`, exact: no wildcards and no parent domains. IPv6 in brackets. */
const Host = z
  .string()
  .max(MAX_HOST)
  .regex(/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/, "Use <host> or <host>:<port> in lower case.");

const EnvironmentName = z.enum(["live", "test"]);

/**
 * `hosts` is required for `bearer`, `basic` and `header`. Other kinds have one host, that of their
 * `base_url`.
 */
export const CreateIntegration = z.strictObject({
  /** For models and speech, also the provider in `<provider>:<model>`. Unique within the environment. */
  name: nonBlankText(MAX_NAME),
  environment: EnvironmentName.default("live"),
  hosts: z.array(Host).min(1).max(MAX_HOSTS).optional(),
  credential: Credential,
});
export type CreateIntegration = z.output<typeof CreateIntegration>;

const IntegrationId = id("int");

const retention = {
  zero_retention: z.boolean(),
  zero_retention_basis: RetentionBasis.nullable(),
  retention_agreement: z.string().nullable(),
};

/** An integration as the API shows it, without its secret. */
export const Integration = z.strictObject({
  id: IntegrationId,
  name: z.string(),
  kind: ProviderKind,
  environment: EnvironmentName,
  hosts: z.array(z.string()),
  /** Only for kind `header`. */
  header_name: z.string().nullable(),
  /** Only for kind `model`. */
  model: z.strictObject({ base_url: z.string(), models: z.array(z.string()), ...retention }).nullable(),
  /** Only for kind `twilio`. */
  account_sid: z.string().nullable(),
  /** Only for kinds `deepgram`, `elevenlabs` and `speech`: their transcribers and voices. */
  speech: z
    .strictObject({
      base_url: z.string(),
      models: z.array(z.string()),
      voices: z.array(z.strictObject({ id: z.string(), name: z.string() })),
      voice_model: z.string().nullable(),
      ...retention,
    })
    .nullable(),
  created_at: Time,
});
export type Integration = z.output<typeof Integration>;
export const IntegrationPage = pageOf(Integration);
export const ListIntegrations = z.strictObject(pageQuery);
export const IntegrationParams = z.strictObject({ id: IntegrationId });

export const ModelList = z.strictObject({ data: z.array(Model) });
export const TranscriberList = z.strictObject({ data: z.array(Model) });
export const VoiceList = z.strictObject({ data: z.array(Voice) });

export const IntegrationCheck = z.strictObject({
  integration_id: IntegrationId,
  ok: z.boolean(),
  findings: z.array(Finding),
});
export type IntegrationCheck = z.output<typeof IntegrationCheck>;

import { z } from "zod";
import { Model, ModelCredential, Voice } from "@/lib/agents/models/schema";
import { id, nonBlankText, pageOf, pageQuery, Time } from "@/lib/platform/schema";

const MAX_NAME = 100;
/** A credential for more hosts is effectively unbound. */
const MAX_HOSTS = 10;
const MAX_HOST = 300;
const MAX_SECRET = 4_000;
const MAX_MODELS = 50;
const MAX_VOICES = 100;

/** `host` or `host:port`, exact: no wildcards and no parent domains. IPv6 in brackets. */
const Host = z
  .string()
  .max(MAX_HOST)
  .regex(/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/, "Use <host> or <host>:<port> in lower case.");

/** A header value: printable single-byte characters, with spaces inside. */
const HeaderText = z
  .string()
  .min(1)
  .max(MAX_SECRET)
  .regex(
    /^[!-~\u00a1-\u00ff]([ -~\u00a1-\u00ff]*[!-~\u00a1-\u00ff])?$/,
    "Leave out line breaks and outer blanks.",
  );
const HeaderName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "Use a valid header name.");

const ApiKey = z.string().regex(/^[!-~]{1,4000}$/, "Use letters, digits and signs without spaces.");

/**
 * The agreement by which a provider keeps nothing of what it is sent, worded so that an auditor finds it. The
 * OpenAI protocol has no such instruction: without an agreement, only a server that the operator has listed
 * (TOOL_ALLOWED_HOSTS) counts as zero retention.
 */
const RetentionAgreement = nonBlankText(200).optional();

/** A server with the OpenAI protocol. `<name>:<model>` selects one of its models. */
const ModelServer = z.strictObject({
  kind: z.literal("model"),
  base_url: ModelCredential.shape.base_url,
  api_key: ModelCredential.shape.api_key.default(null),
  /** Model names on that server, without the integration's name as a prefix. */
  models: z
    .array(z.string().regex(/^[!-~]{1,200}$/, "Use a model's name, without blanks."))
    .min(1)
    .max(MAX_MODELS),
  /** Whether its provider keeps nothing of what it is sent. */
  zero_retention: z.boolean().default(false),
  retention_agreement: RetentionAgreement,
});

const Bearer = z.strictObject({ kind: z.literal("bearer"), token: HeaderText });
const Basic = z.strictObject({
  kind: z.literal("basic"),
  username: z
    .string()
    .max(500)
    .regex(/^[^:\p{Cc}]*$/u, "Leave out colons and line breaks."),
  password: z.string().min(1).max(MAX_SECRET),
});
const Header = z.strictObject({ kind: z.literal("header"), header_name: HeaderName, value: HeaderText });

/** The carrier's API. Another address must be one that the operator has listed (TOOL_ALLOWED_HOSTS). */
export const TWILIO_URL = "https://api.twilio.com";
/** A Twilio account, which carries calls and texts of the workspace's numbers. */
const Twilio = z.strictObject({
  kind: z.literal("twilio"),
  account_sid: z.string().regex(/^AC[0-9a-f]{32}$/, "Use the account's SID: AC and 32 digits and letters."),
  auth_token: z.string().regex(/^[!-~]{16,200}$/, "Use the account's auth token, without blanks."),
  base_url: ModelCredential.shape.base_url.default(TWILIO_URL),
});

/** Public addresses of speech providers, unless an integration sets its own. */
export const DEEPGRAM_URL = "https://api.deepgram.com";
export const ELEVENLABS_URL = "https://api.elevenlabs.io";

/** The provider's name of a voice or model: the part after the colon of a voice's or transcriber's ID. */
const ProviderName = z.string().regex(/^[!-~]{1,200}$/, "Use the provider's name for it, without blanks.");
/** A voice of a provider. Many providers use opaque IDs, so the voice can have a name. */
const ProviderVoice = z.strictObject({ id: ProviderName, name: nonBlankText(MAX_NAME) });
const ProviderVoices = z
  .array(z.union([ProviderName.transform((id) => ({ id, name: id })), ProviderVoice]))
  .max(MAX_VOICES);
const Transcribers = z.array(ProviderName).max(MAX_MODELS);
/** Whether the provider keeps nothing of what it is sent. */
const zeroRetention = z.boolean().default(false);

/** Transcribes with Deepgram. `<name>:<model>` is an agent's transcriber. */
const Deepgram = z.strictObject({
  kind: z.literal("deepgram"),
  api_key: ApiKey,
  models: Transcribers.min(1).default(["nova-3"]),
  base_url: ModelCredential.shape.base_url.default(DEEPGRAM_URL),
  zero_retention: zeroRetention,
});
/** Speaks with ElevenLabs. `<name>:<voice>` is an agent's voice, spoken by the model `voice_model`. */
const ElevenLabs = z.strictObject({
  kind: z.literal("elevenlabs"),
  api_key: ApiKey,
  voices: ProviderVoices.min(1),
  voice_model: ProviderName.default("eleven_flash_v2_5"),
  base_url: ModelCredential.shape.base_url.default(ELEVENLABS_URL),
  zero_retention: zeroRetention,
});
/** A server that transcribes or speaks by the OpenAI protocol (`/audio/transcriptions`, `/audio/speech`). */
const SpeechServer = z.strictObject({
  kind: z.literal("speech"),
  base_url: ModelCredential.shape.base_url,
  api_key: ModelCredential.shape.api_key.default(null),
  models: Transcribers.default([]),
  voices: ProviderVoices.default([]),
  voice_model: ProviderName.default("tts-1"),
  zero_retention: zeroRetention,
  retention_agreement: RetentionAgreement,
});

export const Credential = z.discriminatedUnion("kind", [
  Bearer,
  Basic,
  Header,
  ModelServer,
  Twilio,
  Deepgram,
  ElevenLabs,
  SpeechServer,
]);
export type Credential = z.output<typeof Credential>;

export const IntegrationKind = z.enum([
  "bearer",
  "basic",
  "header",
  "model",
  "twilio",
  "deepgram",
  "elevenlabs",
  "speech",
]);
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

/**
 * The basis of zero retention. `request`: each request instructs the provider, and it accepts. `agreement`:
 * an agreement states it. `own_server`: the operator has listed the server. `unconfirmed`: the provider is
 * instructed and has not confirmed yet (`POST /integrations/{id}/check`). `refused`: the provider is
 * instructed and does not accept. With the last two, `zero_retention` is false.
 */
export const RetentionBasis = z.enum(["request", "agreement", "own_server", "unconfirmed", "refused"]);
export type RetentionBasis = z.output<typeof RetentionBasis>;

const retention = {
  zero_retention: z.boolean(),
  zero_retention_basis: RetentionBasis.nullable(),
  retention_agreement: z.string().nullable(),
};

/** An integration as the API shows it, without its secret. */
export const Integration = z.strictObject({
  id: IntegrationId,
  name: z.string(),
  kind: IntegrationKind,
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

/**
 * The result of one check: passed, or what to do. `subject`: the number, model, voice or host that it
 * concerns; null for the whole integration.
 */
export const Finding = z.strictObject({
  ok: z.boolean(),
  code: z.string(),
  subject: z.string().nullable(),
  message: z.string(),
});
export type Finding = z.output<typeof Finding>;
export const IntegrationCheck = z.strictObject({
  integration_id: IntegrationId,
  ok: z.boolean(),
  findings: z.array(Finding),
});
export type IntegrationCheck = z.output<typeof IntegrationCheck>;

import { z } from "zod";
import { Model, TranscriberOffer, Voice } from "@/lib/agents/models/schema";
import { Credential, Finding, ProviderKind, RetentionBasis } from "@/lib/agents/providers/schema";
import { USE_HOST_AND_PORT } from "@/lib/platform/reasons/fields/agents";
import { id, nonBlankText, pageOf, pageQuery, Time } from "@/lib/platform/schema";

const MAX_NAME = 100;
/** A credential for more hosts is effectively unbound. */
const MAX_HOSTS = 10;
const MAX_HOST = 300;

/** `host` or `host:port`, exact: no wildcards and no parent domains. IPv6 in brackets. */
const Host = z
  .string()
  .max(MAX_HOST)
  .regex(/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/, USE_HOST_AND_PORT);

const EnvironmentName = z.enum(["live", "test"]);

/**
 * `hosts` is required for `bearer`, `basic`, `header` and `oauth2`. Other kinds have one host, that of their
 * `base_url`.
 */
export const CreateIntegration = z.strictObject({
  /** For models and speech, also the provider in `<provider>:<model>`. Unique within the environment. */
  name: nonBlankText(MAX_NAME),
  /**
   * Environment whose conversations use the integration. Test calls and rehearsals of a draft use those of
   * `test`.
   */
  environment: EnvironmentName.default("live"),
  /**
   * The exact hosts, each with an optional port, that the credential can be sent to. Required for kinds
   * `bearer`, `basic`, `header` and `oauth2`; other kinds have the host of their `base_url`.
   */
  hosts: z.array(Host).min(1).max(MAX_HOSTS).optional(),
  /**
   * The secret, and what belongs to it by `kind`. It is stored encrypted, and its secret parts are never
   * shown again.
   */
  credential: Credential,
});
export type CreateIntegration = z.output<typeof CreateIntegration>;

const IntegrationId = id("int");

const retention = {
  /** Whether the provider counts as keeping nothing of what it is sent: it is claimed, and has a basis. */
  zero_retention: z.boolean(),
  /** Basis of the claim; null without a claim. `unconfirmed` and `refused` do not count. */
  zero_retention_basis: RetentionBasis.nullable(),
  /** Agreement by which the provider keeps nothing; null for none. */
  retention_agreement: z.string().nullable(),
};

/** An integration as the API shows it, without its secret. */
export const Integration = z.strictObject({
  id: IntegrationId,
  /**
   * Name of the integration, unique within the environment. For models and speech, also the provider in
   * `<provider>:<model>`.
   */
  name: z.string(),
  /** Kind of the credential. */
  kind: ProviderKind,
  environment: EnvironmentName,
  /** The exact hosts that the credential can be sent to. */
  hosts: z.array(z.string()),
  /** Name of the header that carries the secret. Null for kinds other than `header`. */
  header_name: z.string().nullable(),
  /** The OAuth 2.0 client, without its secret. Null for kinds other than `oauth2`. */
  oauth2: z
    .strictObject({
      /** Address of the authorization server's token endpoint. */
      token_url: z.string(),
      /** Identifier of the client at the authorization server. */
      client_id: z.string(),
      /** Scopes that are requested; null for the client's default scopes. */
      scope: z.string().nullable(),
      /** Value of the parameter `audience`; null if it is not sent. */
      audience: z.string().nullable(),
      /** Where the client's ID and secret are sent. */
      client_authentication: z.enum(["client_secret_basic", "client_secret_post"]),
    })
    .nullable(),
  /** The language models. Null for kinds other than `model`. */
  model: z
    .strictObject({
      /** Address of the API. */
      base_url: z.string(),
      /** Names of the models on that server. */
      models: z.array(z.string()),
      ...retention,
    })
    .nullable(),
  /** SID of the carrier's account. Null for kinds other than `twilio`. */
  account_sid: z.string().nullable(),
  /** The SIP trunk, without its password. Null for kinds other than `sip`. */
  trunk: z
    .strictObject({
      /** Host name or address of the carrier or PBX, with an optional port. */
      server: z.string(),
      /** How SIP messages are sent. */
      transport: z.enum(["tls", "tcp"]),
      /** Whether the audio is encrypted (SRTP). */
      encryption: z.enum(["required", "optional", "off"]),
      /** User name of the account; null if there is none. */
      username: z.string().nullable(),
      /** Digest algorithms by which the server proves the account when it calls. */
      digest: z.enum(["sha256", "both", "md5"]),
      /** Whether Parley registers with the server. */
      register: z.boolean(),
      /** Domain of the account; null if it is that of the server. */
      domain: z.string().nullable(),
      /** Addresses and networks that the server's calls come from. */
      sources: z.array(z.string()),
      /** Whether inbound calls without a verified signature of the caller's number (STIR/SHAKEN) are refused. */
      caller_signatures: z.enum(["off", "required"]),
      /** How numbers are written to the server. */
      number_format: z.enum(["e164", "digits"]),
      /** Numbers that the server accepts as the caller: those of this trunk, or all of the workspace. */
      caller_id: z.enum(["own_numbers", "workspace_numbers"]),
      /** Countries that may be called, beside the country of the number that calls. */
      countries: z.array(z.string()),
      /** Maximum outbound calls at the same time. */
      max_calls: z.number().int(),
      /** Maximum outbound calls that begin within a second. */
      calls_per_second: z.number().int(),
      /**
       * Why the trunk neither places nor receives calls; null if it does. `encryption_required`: the workspace requires
       * encrypted calls (`require_call_encryption`), and the trunk does not. Connect it again with `encryption` `required`.
       */
      refusal: z.enum(["encryption_required"]).nullable(),
      /**
       * Time until which no call is placed over the trunk, at most five minutes ahead: its server has answered 503 with a
       * `Retry-After`. Null if it is not paused.
       */
      paused_until: Time.nullable(),
    })
    .nullable(),
  /** The transcribers and voices. Null for kinds that neither transcribe nor speak. */
  speech: z
    .strictObject({
      /** Address of the API. */
      base_url: z.string(),
      /** Names of the transcription models. */
      models: z.array(z.string()),
      /** The voices that agents can use. */
      voices: z.array(
        z.strictObject({
          /** The provider's ID of the voice: `<integration>:<id>` is an agent's `voice_id`. */
          id: z.string(),
          /** Name for people. */
          name: z.string(),
        }),
      ),
      /** The model that speaks; null if the integration has none. */
      voice_model: z.string().nullable(),
      /** How the voices speak; null if the provider's models decide. */
      voice_instructions: z.string().nullable(),
      /**
       * Only for kind `speech`: whether the server transcribes while the caller speaks. A check finds this out; null
       * before the first one.
       */
      streaming: z.boolean().nullable(),
      ...retention,
    })
    .nullable(),
  created_at: Time,
});
export type Integration = z.output<typeof Integration>;
export const IntegrationPage = pageOf(Integration);
export const ListIntegrations = z.strictObject(pageQuery);
export const IntegrationParams = z.strictObject({ id: IntegrationId });

export const ModelList = z.strictObject({
  /** The built-in model, and those of the workspace's integrations. */
  data: z.array(Model),
});
export const TranscriberList = z.strictObject({
  /** The built-in transcriber, local models, and those of the workspace's integrations. */
  data: z.array(TranscriberOffer),
});
export const VoiceList = z.strictObject({
  /** The built-in voices, and those of the workspace's integrations. */
  data: z.array(Voice),
});

export const IntegrationCheck = z.strictObject({
  integration_id: IntegrationId,
  /** Whether every finding passed. */
  ok: z.boolean(),
  /** The result of each check. */
  findings: z.array(Finding),
});
export type IntegrationCheck = z.output<typeof IntegrationCheck>;

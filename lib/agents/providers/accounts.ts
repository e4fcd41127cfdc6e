import type { Settings } from "./stored-settings";
import type { ToolCredential } from "./tool-credential";

/** A connected integration with its decrypted secret, kept only for the duration of a call or a check. */
export type OpenIntegration = {
  kind: string;
  /** The hosts that the credential can be sent to. */
  hosts: string[];
  settings: Settings;
  secret: Record<string, string | null>;
};

/** A speech provider with its decrypted key. */
export type SpeechAccount = {
  kind: string;
  baseUrl: string;
  key: string | null;
  /** The model that speaks; empty for a provider without voices. */
  voiceModel: string;
  /** Voices and transcribers that the integration offers. */
  voices: readonly string[];
  models: readonly string[];
  /** Whether each request instructs the provider to keep nothing. */
  zeroRetention: boolean;
  /** All settings, for a provider that needs more than these. */
  settings: Settings;
};

/** Reads a speech provider's account from its integration. */
export function speechAccountOf({ kind, settings, secret }: OpenIntegration): SpeechAccount {
  const { base_url: baseUrl = "", voice_model: voiceModel = "", voices = [], models = [] } = settings;
  return {
    kind,
    baseUrl,
    key: secret.api_key ?? null,
    voiceModel,
    voices: voices.map(({ id }) => id),
    models,
    zeroRetention: settings.zero_retention_basis !== undefined,
    settings,
  };
}

/** A model server with its decrypted key. */
export type ModelServer = { baseUrl: string; key: string | null; models: readonly string[] };

/** Reads a model server from its integration. */
export const modelServerOf = ({ settings, secret }: OpenIntegration): ModelServer => ({
  baseUrl: settings.base_url ?? "",
  key: secret.api_key ?? null,
  models: settings.models ?? [],
});

/** Reads the credential of HTTP tools from its integration; undefined for a kind of another service. */
export function toolCredentialOf({
  kind,
  hosts,
  settings,
  secret,
}: OpenIntegration): ToolCredential | undefined {
  const part = (name: string): string => secret[name] ?? "";
  switch (kind) {
    case "bearer":
      return { kind, hosts, token: part("token") };
    case "basic":
      return { kind, hosts, username: part("username"), password: part("password") };
    case "header":
      return { kind, hosts, name: settings.header_name ?? "", value: part("value") };
    case "oauth2":
      return {
        kind,
        hosts,
        tokenUrl: settings.token_url ?? "",
        clientId: settings.client_id ?? "",
        clientSecret: part("client_secret"),
        scope: settings.scope ?? null,
        audience: settings.audience ?? null,
        authentication: settings.client_authentication ?? "client_secret_basic",
      };
    default:
      return undefined;
  }
}

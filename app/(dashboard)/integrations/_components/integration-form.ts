import type { Integration } from "@/lib/agents/integrations/schema";
import type { Environment } from "@/lib/platform/context";

export type Kind = Integration["kind"];

/** The form of every kind at once: switching the kind loses nothing. Names follow the API's, for its messages. */
export type IntegrationValues = {
  name: string;
  environment: Environment;
  /** One a line. */
  hosts: string;
  kind: Kind;
  credential: {
    token: string;
    username: string;
    password: string;
    header_name: string;
    value: string;
    base_url: string;
    api_key: string;
    /** One a line. */
    models: string;
    zero_retention: boolean;
    retention_agreement: string;
    /** One a line, a name for people behind it. */
    voices: string;
    voice_model: string;
    account_sid: string;
    auth_token: string;
  };
};

export const emptyValues = (environment: Environment): IntegrationValues => ({
  name: "",
  environment,
  hosts: "",
  kind: "bearer",
  credential: {
    token: "",
    username: "",
    password: "",
    header_name: "",
    value: "",
    base_url: "",
    api_key: "",
    models: "",
    zero_retention: false,
    retention_agreement: "",
    voices: "",
    voice_model: "",
    account_sid: "",
    auth_token: "",
  },
});

const lines = (text: string): string[] => text.split(/[\s,]+/).filter((line) => line !== "");

/** `21m00Tcm4TlvDq8ikWAM Rachel`: what stands before the first blank is the provider's. */
const voicesIn = (text: string): (string | { id: string; name: string })[] =>
  text
    .split(/\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [id = "", ...name] = line.split(/\s+/);
      return name.length === 0 ? id : { id, name: name.join(" ") };
    });
/** Empty fields get the API's defaults. */
const nonEmpty = (name: string, value: string | string[]): object =>
  value.length === 0 ? {} : { [name]: value };

function credentialOf({ kind, credential }: IntegrationValues) {
  const {
    token,
    username,
    password,
    header_name,
    value,
    base_url,
    api_key,
    models,
    zero_retention,
    retention_agreement,
    voices,
    voice_model,
    account_sid,
    auth_token,
  } = credential;
  const agreement = zero_retention ? nonEmpty("retention_agreement", retention_agreement.trim()) : {};
  switch (kind) {
    case "bearer":
      return { kind, token };
    case "basic":
      return { kind, username, password };
    case "header":
      return { kind, header_name, value };
    case "model":
      return {
        kind,
        base_url,
        api_key: api_key === "" ? null : api_key,
        models: lines(models),
        zero_retention,
        ...agreement,
      };
    case "twilio":
      return { kind, account_sid, auth_token };
    case "deepgram":
      return { kind, api_key, zero_retention, ...nonEmpty("models", lines(models)) };
    case "elevenlabs":
      return {
        kind,
        api_key,
        zero_retention,
        voices: voicesIn(voices),
        ...nonEmpty("voice_model", voice_model.trim()),
      };
    case "speech":
      return {
        kind,
        base_url,
        api_key: api_key === "" ? null : api_key,
        models: lines(models),
        voices: voicesIn(voices),
        zero_retention,
        ...agreement,
        ...nonEmpty("voice_model", voice_model.trim()),
      };
  }
}

/** Kinds with exactly one host, their server. */
export const hasOneHost = (kind: Kind): boolean => !["bearer", "basic", "header"].includes(kind);
/** Kinds whose name agents choose by: `<name>:<model or voice>`. */
export const isProvider = (kind: Kind): boolean => hasOneHost(kind) && kind !== "twilio";

/** Request body for the API. */
export function bodyOf(values: IntegrationValues) {
  const { name, environment, kind, hosts } = values;
  const credential = credentialOf(values);
  return { name, environment, credential, ...(!hasOneHost(kind) && { hosts: lines(hosts) }) };
}

/** Where in the form a message of the server's belongs: `hosts.0` and `credential.models.2` are one field each. */
export const fieldOf = (path: string): string =>
  path.replace(/^(hosts|credential\.(?:models|voices))\..*$/, "$1");

/** Required fields by kind. */
const NEEDED: Record<Kind, readonly (keyof IntegrationValues["credential"])[]> = {
  bearer: ["token"],
  basic: ["password"],
  header: ["header_name", "value"],
  model: ["base_url", "models"],
  twilio: ["account_sid", "auth_token"],
  deepgram: ["api_key"],
  elevenlabs: ["api_key", "voices"],
  speech: ["base_url"],
};

/** Errors of empty required fields; the server validates the rest. */
export function problemsOf({ name, kind, hosts, credential }: IntegrationValues): Record<string, string> {
  const isBlank = (value: string | boolean) => String(value).trim() === "";
  const blank = NEEDED[kind]
    .filter((field) => isBlank(credential[field]))
    .map((field) => `credential.${field}`);
  if (isBlank(name)) blank.unshift("name");
  if (!hasOneHost(kind) && isBlank(hosts)) blank.push("hosts");
  return Object.fromEntries(blank.map((field) => [field, "Fill this in."]));
}

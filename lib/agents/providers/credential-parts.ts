import { z } from "zod";
import { ModelCredential } from "@/lib/agents/models/schema";
import {
  LEAVE_OUT_LINE_BREAKS,
  USE_PRINTABLE_ASCII,
  USE_PROVIDER_NAME,
} from "@/lib/platform/reasons/fields/providers";
import { nonBlankText } from "@/lib/platform/schema";
import type { CredentialField, CredentialProblem, RetentionTerms, Texts } from "./descriptor";

const MAX_NAME = 100;
const MAX_MODELS = 50;
const MAX_VOICES = 100;
/** Characters of a secret. */
export const MAX_SECRET = 4_000;

/** A header value: printable single-byte characters, with spaces inside. */
export const HeaderText = z
  .string()
  .min(1)
  .max(MAX_SECRET)
  .regex(/^[!-~\u00a1-\u00ff]([ -~\u00a1-\u00ff]*[!-~\u00a1-\u00ff])?$/, LEAVE_OUT_LINE_BREAKS);
export const ApiKey = z.string().regex(/^[!-~]{1,4000}$/, USE_PRINTABLE_ASCII);
/** The address of a provider's API, and a key for it that can be null. */
export const { base_url: BaseUrl, api_key: OptionalApiKey } = ModelCredential.shape;

/** The provider's name of a voice or model: the part after the colon of a voice's or transcriber's ID. */
export const ProviderName = z.string().regex(/^[!-~]{1,200}$/, USE_PROVIDER_NAME);
/** Names of models, without the integration's name as a prefix. */
export const ModelNames = z.array(ProviderName).max(MAX_MODELS);
/** A voice of a provider. Many providers use opaque IDs, so the voice can have a name. */
const ProviderVoice = z.strictObject({
  /** The provider's ID of the voice. */
  id: ProviderName,
  /** Name for people, such as "Rachel". */
  name: nonBlankText(MAX_NAME),
});
export const ProviderVoices = z
  .array(z.union([ProviderName.transform((id) => ({ id, name: id })), ProviderVoice]))
  .max(MAX_VOICES);

/** Whether the provider keeps nothing of what it is sent. */
export const ZeroRetention = z.boolean().default(false);
/**
 * The agreement by which a provider keeps nothing of what it is sent, worded so that an auditor finds it. The
 * OpenAI protocol has no such instruction: without an agreement, only a server that the operator has listed
 * (TOOL_ALLOWED_HOSTS) counts as zero retention.
 */
export const RetentionAgreement = nonBlankText(200).optional();

/** The retention of a server of the OpenAI protocol: by agreement, or because it is the organization's server. */
export const SERVER_RETENTION: Pick<
  RetentionTerms<{ retention_agreement?: string | undefined }>,
  "basisOf" | "withoutBasis"
> = {
  basisOf({ retention_agreement: agreement }, isOwnServer) {
    if (agreement !== undefined) return "agreement";
    return isOwnServer ? "own_server" : null;
  },
  withoutBasis: "needs_agreement",
};

/**
 * The retention of a provider with a setting of the account in place of an instruction in each request: by the agreement
 * that enables it, or because another address than `publicUrl` is the organization's server.
 */
export const accountRetention = (
  provider: string,
  publicUrl: string,
): RetentionTerms<{ base_url: string; retention_agreement?: string | undefined }> => ({
  basisOf: (credential, isOwnServer) =>
    SERVER_RETENTION.basisOf(credential, isOwnServer && credential.base_url !== publicUrl),
  withoutBasis: { setAt: provider },
  hasInstruction: () => false,
});

/** Returns the problem of a credential of a speech provider without a voice or model, as the detail of a 400, or null. */
export const speechProblem = ({
  models,
  voices,
}: {
  models: readonly unknown[];
  voices: readonly unknown[];
}): CredentialProblem | null =>
  models.length + voices.length === 0 ? { pointer: "/credential/voices", reason: "speech_missing" } : null;

/** The form's input for a provider's API key. */
export const API_KEY_FIELD: CredentialField = {
  input: "secret",
  name: "api_key",
  label: "apiKey",
  required: true,
};

/** The form's inputs for a server of the OpenAI protocol and its key. */
export const SERVER_FIELDS: readonly CredentialField[] = [
  {
    input: "text",
    name: "base_url",
    label: "baseUrl",
    help: "openServer",
    example: "baseUrl",
    required: true,
  },
  { input: "secret", name: "api_key", label: "apiKey", help: "optionalKey" },
];

/** The form's input for a claim of zero retention, with the provider's condition. */
export const retentionField = (help: keyof Texts["help"]): CredentialField => ({
  input: "checkbox",
  name: "zero_retention",
  label: "zeroRetention",
  help,
});

const agreementField = (help: keyof Texts["help"]): CredentialField => ({
  input: "text",
  name: "retention_agreement",
  label: "agreement",
  help,
  example: "agreement",
  maxLength: 200,
  shownWith: "zero_retention",
});

/** The form's inputs for a claim of zero retention of a server of the OpenAI protocol. */
export const SERVER_RETENTION_FIELDS: readonly CredentialField[] = [
  retentionField("zeroRetentionServer"),
  agreementField("agreementOrOwnServer"),
];

/** The form's inputs for a claim of zero retention that a setting of the account makes true. */
export const accountRetentionFields = (help: keyof Texts["help"]): readonly CredentialField[] => [
  retentionField(help),
  agreementField("agreement"),
];

/** The form's inputs for a provider's voices. `example`: one line of the list. */
export const voiceFields = (example: string, required?: true): readonly CredentialField[] => [
  {
    input: "named_lines",
    name: "voices",
    label: "voices",
    help: "voices",
    values: { example },
    ...(required && { required }),
  },
  { input: "text", name: "voice_model", label: "ttsModel", help: "ttsModel" },
];

import { z } from "zod";
import {
  API_KEY_FIELD,
  ApiKey,
  accountRetention,
  accountRetentionFields,
  BaseUrl,
  ModelNames,
  ProviderName,
  ProviderVoices,
  RetentionAgreement,
  speechProblem,
  voiceFields,
  ZeroRetention,
} from "../credential-parts";
import { describeProvider } from "../descriptor";

const URL = "https://api.cartesia.ai";
/** The model that transcribes by default. */
const MODEL = "ink-2";

/**
 * Speaks with Cartesia Sonic and transcribes with Cartesia Ink. Zero retention is a setting of enterprise accounts, which
 * no request contains and no response confirms. Source: docs.cartesia.ai/enterprise/zero-data-retention, read on
 * 2026-11-25.
 */
export const cartesia = describeProvider({
  kind: "cartesia",
  service: "speech",
  credential: z.strictObject({
    kind: z.literal("cartesia"),
    api_key: ApiKey,
    voices: ProviderVoices.default([]),
    voice_model: ProviderName.default("sonic-3.5"),
    models: ModelNames.default([MODEL]),
    base_url: BaseUrl.default(URL),
    zero_retention: ZeroRetention,
    retention_agreement: RetentionAgreement,
  }),
  secretFields: ["api_key"],
  form: [
    API_KEY_FIELD,
    ...voiceFields("f786b574-daa5-4673-aa0c-cbe3e8534c02 Katie"),
    {
      input: "lines",
      name: "models",
      label: "transcriptionModels",
      help: "transcriptionModels",
      values: { model: MODEL },
    },
    ...accountRetentionFields("zeroRetentionCartesia"),
  ],
  publicUrl: URL,
  subprocessor: "Cartesia",
  problemOf: speechProblem,
  retention: accountRetention("Cartesia", URL),
});

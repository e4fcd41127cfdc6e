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

/**
 * Speaks with Cartesia Sonic and transcribes with Cartesia Ink. Zero retention is a setting of enterprise accounts, which
 * no request contains and no response confirms. Source: docs.cartesia.ai/enterprise/zero-data-retention, read on
 * 2026-11-25.
 */
export const cartesia = describeProvider({
  kind: "cartesia",
  service: "speech",
  label: "Cartesia",
  choice: "Cartesia (voices and transcriber)",
  suggestedName: "cartesia",
  credential: z.strictObject({
    kind: z.literal("cartesia"),
    api_key: ApiKey,
    voices: ProviderVoices.default([]),
    voice_model: ProviderName.default("sonic-3.5"),
    models: ModelNames.default(["ink-2"]),
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
      label: "Transcription models",
      description: "One per line. Defaults to ink-2.",
    },
    ...accountRetentionFields(
      "For enterprise accounts that have enabled zero data retention in Cartesia's organization settings. Name the agreement that confirms it.",
    ),
  ],
  publicUrl: URL,
  subprocessor: "Cartesia",
  problemOf: speechProblem,
  retention: accountRetention("Cartesia", URL),
});

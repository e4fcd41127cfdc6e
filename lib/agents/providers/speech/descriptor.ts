import { z } from "zod";
import {
  BaseUrl,
  ModelNames,
  OptionalApiKey,
  ProviderName,
  ProviderVoices,
  RetentionAgreement,
  SERVER_FIELDS,
  SERVER_RETENTION,
  SERVER_RETENTION_FIELDS,
  speechProblem,
  voiceFields,
  ZeroRetention,
} from "../credential-parts";
import { describeProvider } from "../descriptor";

/** A server that transcribes or speaks by the OpenAI protocol (`/audio/transcriptions`, `/audio/speech`). */
export const speech = describeProvider({
  kind: "speech",
  service: "speech",
  credential: z.strictObject({
    kind: z.literal("speech"),
    base_url: BaseUrl,
    api_key: OptionalApiKey.default(null),
    models: ModelNames.default([]),
    voices: ProviderVoices.default([]),
    voice_model: ProviderName.default("tts-1"),
    zero_retention: ZeroRetention,
    retention_agreement: RetentionAgreement,
  }),
  secretFields: ["api_key"],
  form: [
    ...SERVER_FIELDS,
    ...voiceFields("alloy"),
    {
      input: "lines",
      name: "models",
      label: "transcriptionModels",
      help: "transcriptionModelsOrNone",
    },
    ...SERVER_RETENTION_FIELDS,
  ],
  subprocessor: "OpenAI-compatible speech server",
  problemOf: speechProblem,
  retention: { ...SERVER_RETENTION, hasInstruction: () => false },
});

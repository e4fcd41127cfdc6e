import { z } from "zod";
import { bodyProblem } from "@/lib/platform/errors";
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
  voiceFields,
  ZeroRetention,
} from "../credential-parts";
import { describeProvider } from "../descriptor";

/** A server that transcribes or speaks by the OpenAI protocol (`/audio/transcriptions`, `/audio/speech`). */
export const speech = describeProvider({
  kind: "speech",
  service: "speech",
  label: "Speech server",
  choice: "Server of speech (OpenAI's protocol)",
  suggestedName: "our-voices",
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
      label: "Models that transcribe",
      description: "One a line. Leave it empty if it only speaks.",
    },
    ...SERVER_RETENTION_FIELDS,
  ],
  subprocessor: "OpenAI-compatible speech server",
  problemOf: ({ models, voices }) =>
    models.length + voices.length === 0
      ? bodyProblem(
          "/credential/voices",
          "required",
          "Name the voices that speak, or the models that transcribe.",
        )
      : null,
  retention: { ...SERVER_RETENTION, instructionOf: () => null },
});

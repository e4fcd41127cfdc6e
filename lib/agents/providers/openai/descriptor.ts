import { z } from "zod";
import { nonBlankText } from "@/lib/platform/schema";
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

const URL = "https://api.openai.com/v1";
/** The model that transcribes by default. */
const MODEL = "gpt-live-transcribe";
/** Enough for a description of a tone of voice. */
const MAX_INSTRUCTIONS = 1_000;

/**
 * Speaks with OpenAI's speech models and transcribes over its realtime protocol. OpenAI enables zero retention for
 * approved organizations, which no request contains. Source: developers.openai.com/api/docs/guides/your-data, read on
 * 2026-11-25.
 */
export const openai = describeProvider({
  kind: "openai",
  service: "speech",
  credential: z.strictObject({
    kind: z.literal("openai"),
    api_key: ApiKey,
    voices: ProviderVoices.default([]),
    voice_model: ProviderName.default("gpt-4o-mini-tts"),
    /** How the voice speaks, for models that take instructions. Not what it says. */
    voice_instructions: nonBlankText(MAX_INSTRUCTIONS).optional(),
    models: ModelNames.default([MODEL]),
    base_url: BaseUrl.default(URL),
    zero_retention: ZeroRetention,
    retention_agreement: RetentionAgreement,
  }),
  secretFields: ["api_key"],
  form: [
    API_KEY_FIELD,
    ...voiceFields("marin"),
    {
      input: "text",
      name: "voice_instructions",
      label: "tone",
      help: "tone",
      example: "tone",
      maxLength: MAX_INSTRUCTIONS,
    },
    {
      input: "lines",
      name: "models",
      label: "transcriptionModels",
      help: "transcriptionModels",
      values: { model: MODEL },
    },
    { input: "note", note: "openaiShutdown" },
    ...accountRetentionFields("zeroRetentionOpenai"),
  ],
  publicUrl: URL,
  subprocessor: "OpenAI",
  problemOf: speechProblem,
  retention: accountRetention("OpenAI", URL),
});

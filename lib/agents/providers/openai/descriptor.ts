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
  label: "OpenAI speech",
  choice: "OpenAI (voices and transcriber)",
  suggestedName: "openai-speech",
  credential: z.strictObject({
    kind: z.literal("openai"),
    api_key: ApiKey,
    voices: ProviderVoices.default([]),
    voice_model: ProviderName.default("gpt-4o-mini-tts"),
    /** How the voice speaks, for models that take instructions. Not what it says. */
    voice_instructions: nonBlankText(MAX_INSTRUCTIONS).optional(),
    models: ModelNames.default(["gpt-live-transcribe"]),
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
      label: "Tone of voice",
      description: "How the voice speaks. Sent with each text to models that take instructions.",
      placeholder: "Speak calmly and warmly.",
      maxLength: MAX_INSTRUCTIONS,
    },
    {
      input: "lines",
      name: "models",
      label: "Transcription models",
      description: "One per line. Defaults to gpt-live-transcribe.",
    },
    {
      input: "note",
      text: "OpenAI shuts down its speech models (gpt-4o-mini-tts, tts-1) on January 6, 2027, and gpt-4o-transcribe on February 26, 2027.",
    },
    ...accountRetentionFields(
      "For organizations that OpenAI has approved for zero data retention. Name the agreement that confirms it.",
    ),
  ],
  publicUrl: URL,
  subprocessor: "OpenAI",
  problemOf: speechProblem,
  retention: accountRetention("OpenAI", URL),
});

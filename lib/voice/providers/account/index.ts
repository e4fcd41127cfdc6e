import type { SpeechAccount } from "@/lib/agents/integrations";
import type { HttpClient } from "@/lib/platform/egress";
import type { Synthesizer, Transcriber } from "../port";
import { createDeepgramTranscriber } from "./deepgram";
import { createElevenLabsSynthesizer } from "./eleven-labs";
import { createOpenAiSynthesizer } from "./openai-synthesizer";
import { createOpenAiTranscriber } from "./openai-transcriber";

export { synthesizerWithFallback, transcriberWithFallback } from "./fallback";

/** The synthesizer of an account; null for one that only transcribes. */
export function accountSynthesizer(httpClient: HttpClient, account: SpeechAccount): Synthesizer | null {
  const { kind, baseUrl, key, voiceModel, zeroRetention } = account;
  if (kind === "deepgram") return null;
  return kind === "elevenlabs"
    ? createElevenLabsSynthesizer(httpClient, { key: key ?? "", model: voiceModel, baseUrl, zeroRetention })
    : createOpenAiSynthesizer(httpClient, { baseUrl, key }, voiceModel);
}

/** The transcriber of an account; null for one that only speaks. */
export function accountTranscriber(
  httpClient: HttpClient,
  account: SpeechAccount,
  model: string,
): Transcriber | null {
  const { kind, baseUrl, key } = account;
  if (kind === "elevenlabs") return null;
  return kind === "deepgram"
    ? createDeepgramTranscriber(httpClient, { key: key ?? "", model, baseUrl })
    : createOpenAiTranscriber(httpClient, { baseUrl, key }, model);
}

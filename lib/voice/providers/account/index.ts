import type { SpeechAccount } from "@/lib/agents/integrations";
import type { Egress } from "@/lib/platform/egress";
import type { Speaker, Transcriber } from "../port";
import { createDeepgramTranscriber } from "./deepgram";
import { createElevenLabsSpeaker } from "./eleven-labs";
import { createOpenAiSpeaker } from "./openai-speaker";
import { createOpenAiTranscriber } from "./openai-transcriber";

export { speakerWithFallback, transcriberWithFallback } from "./fallback";

/** What speaks by an account; null for one that only hears. */
export function accountSpeaker(way: Egress, account: SpeechAccount): Speaker | null {
  const { kind, baseUrl, key, voiceModel, zeroRetention } = account;
  if (kind === "deepgram") return null;
  return kind === "elevenlabs"
    ? createElevenLabsSpeaker(way, { key: key ?? "", model: voiceModel, baseUrl, zeroRetention })
    : createOpenAiSpeaker(way, { baseUrl, key }, voiceModel);
}

/** What hears by an account; null for one that only speaks. */
export function accountTranscriber(way: Egress, account: SpeechAccount, model: string): Transcriber | null {
  const { kind, baseUrl, key } = account;
  if (kind === "elevenlabs") return null;
  return kind === "deepgram"
    ? createDeepgramTranscriber(way, { key: key ?? "", model, baseUrl })
    : createOpenAiTranscriber(way, { baseUrl, key }, model);
}

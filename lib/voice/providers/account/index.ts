import type { SpeechAccount } from "@/lib/agents/integrations";
import type { Egress } from "@/lib/platform/egress";
import type { Recogniser, Speaker } from "../port";
import { createDeepgramRecogniser } from "./deepgram";
import { createElevenLabsSpeaker } from "./eleven-labs";
import { createOpenAiRecogniser } from "./openai-recogniser";
import { createOpenAiSpeaker } from "./openai-speaker";

export { recogniserWithFallback, speakerWithFallback } from "./fallback";

/** What speaks by an account; null for one that only hears. */
export function accountSpeaker(way: Egress, account: SpeechAccount): Speaker | null {
  const { kind, baseUrl, key, voiceModel, zeroRetention } = account;
  if (kind === "deepgram") return null;
  return kind === "elevenlabs"
    ? createElevenLabsSpeaker(way, { key: key ?? "", model: voiceModel, baseUrl, zeroRetention })
    : createOpenAiSpeaker(way, { baseUrl, key }, voiceModel);
}

/** What hears by an account; null for one that only speaks. */
export function accountRecogniser(way: Egress, account: SpeechAccount, model: string): Recogniser | null {
  const { kind, baseUrl, key } = account;
  if (kind === "elevenlabs") return null;
  return kind === "deepgram"
    ? createDeepgramRecogniser(way, { key: key ?? "", model, baseUrl })
    : createOpenAiRecogniser(way, { baseUrl, key }, model);
}

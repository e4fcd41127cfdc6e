import type { HttpClient } from "@/lib/platform/egress";
import type { SpeechAccount } from "../accounts";
import { ask } from "../exchange";
import { pcmSpeechFrames } from "../pcm-speech";
import type { Synthesizer } from "../speech-port";
import { openAiReasonOf } from "./reasons";
import { OPENAI } from "./transcriber";

/**
 * The built-in voice must speak within 1.5 s if OpenAI does not: `firstAudioMs` includes a retry. Maximum: three minutes
 * at 24 kHz.
 */
const LIMITS = {
  firstAudioMs: 1_200,
  firstByteMs: 1_200,
  idleMs: 1_200,
  timeoutMs: 60_000,
  maxBytes: 3 * 60 * 48_000,
};
/** The format of `response_format: "pcm"`: 24 kHz, 16 bits, little-endian, mono. */
const RATE_HZ = 24_000;
/** Models that do not take `instructions`. */
const WITHOUT_INSTRUCTIONS = /^tts-1/;
/** IDs of custom voices, which are sent as an object. */
const CUSTOM_VOICE = /^voice_/;

/**
 * Speech by OpenAI's `/audio/speech`, as it streams. A voice is `<integration>:<voice>`. Source:
 * developers.openai.com/api/docs/guides/text-to-speech and github.com/openai/openai-node
 * (src/resources/audio/speech.ts), read on 2026-11-25.
 */
export function createOpenAiVoice(
  httpClient: HttpClient,
  account: Pick<SpeechAccount, "baseUrl" | "key" | "voiceModel" | "settings">,
  { firstAudioMs, ...limits } = LIMITS,
): Synthesizer {
  const { voiceModel: model, settings } = account;
  const instructions = WITHOUT_INSTRUCTIONS.test(model) ? undefined : settings.voice_instructions;
  return {
    name: OPENAI,
    speak(text, voice, signal) {
      const id = voice.slice(voice.indexOf(":") + 1);
      const body = JSON.stringify({
        model,
        input: text,
        voice: CUSTOM_VOICE.test(id) ? { id } : id,
        response_format: "pcm",
        ...(instructions !== undefined && { instructions }),
      });
      const headers = { "content-type": "application/json" };
      const request = (either: AbortSignal) =>
        ask(httpClient, OPENAI, account, "audio/speech", {
          ...limits,
          body,
          headers,
          reasonOf: openAiReasonOf,
          signal: either,
        });
      return pcmSpeechFrames({ provider: OPENAI, rateHz: RATE_HZ, firstAudioMs, request }, signal);
    },
    close() {},
  };
}

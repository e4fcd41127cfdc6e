import type { HttpClient } from "@/lib/platform/egress";
import type { SpeechAccount } from "../accounts";
import { ask } from "../exchange";
import { pcmSpeechFrames } from "../pcm-speech";
import type { Synthesizer } from "../speech-port";
import { CARTESIA, reasonOf, VERSION_HEADERS } from "./api";

/**
 * The built-in voice must speak within 1.5 s if Cartesia does not: `firstAudioMs` includes a retry. Maximum: three
 * minutes at 16 kHz. Tests of calls use longer ones.
 */
export const CARTESIA_VOICE_LIMITS = {
  firstAudioMs: 1_200,
  firstByteMs: 1_200,
  idleMs: 1_200,
  timeoutMs: 60_000,
  maxBytes: 3 * 60 * 32_000,
};
/** One of the rates of `output_format`, and the rate of calls. */
const RATE_HZ = 16_000;
/** Agents speak English; another language cannot be deployed (lib/agents/integrations/provider-policy.ts). */
const LANGUAGE = "en";

/**
 * Speech by Cartesia's `/tts/bytes`, one request for each text. A voice is `<integration>:<voice ID>`. `save: false`
 * keeps no file of the speech at Cartesia. Source: docs.cartesia.ai/api-reference/tts/bytes, read on 2026-11-25.
 */
export function createCartesiaSynthesizer(
  httpClient: HttpClient,
  account: Pick<SpeechAccount, "baseUrl" | "key" | "voiceModel">,
  { firstAudioMs, ...limits } = CARTESIA_VOICE_LIMITS,
): Synthesizer {
  return {
    name: CARTESIA,
    speak(text, voice, signal) {
      const body = JSON.stringify({
        model_id: account.voiceModel,
        transcript: text,
        voice: { mode: "id", id: voice.slice(voice.indexOf(":") + 1) },
        output_format: { container: "raw", encoding: "pcm_s16le", sample_rate: RATE_HZ },
        language: LANGUAGE,
        save: false,
      });
      const headers = { ...VERSION_HEADERS, "content-type": "application/json" };
      const request = (either: AbortSignal) =>
        ask(httpClient, CARTESIA, account, "tts/bytes", {
          ...limits,
          body,
          headers,
          reasonOf,
          signal: either,
        });
      return pcmSpeechFrames({ provider: CARTESIA, rateHz: RATE_HZ, firstAudioMs, request }, signal);
    },
    close() {},
  };
}

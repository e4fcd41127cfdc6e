import { RATE_HZ } from "@/lib/platform/audio/frame";
import type { HttpClient } from "@/lib/platform/egress";
import type { SpeechAccount } from "../accounts";
import { ask } from "../exchange";
import { pcmSpeechFrames } from "../pcm-speech";
import type { SpeechContext, Synthesizer } from "../speech-port";
import { reasonOf } from "./reasons";

const NAME = "elevenlabs";
/**
 * Flash models need 75 ms to the first audio (elevenlabs.io/docs/api-reference/reducing-latency). A caller who hears a
 * gap of a second believes that the line is dead, so another voice speaks then. Maximum: three minutes at 16 kHz.
 */
export const ELEVENLABS_LIMITS = {
  firstByteMs: 3_000,
  idleMs: 1_000,
  timeoutMs: 60_000,
  maxBytes: 3 * 60 * 32_000,
};
/** The end of the agent's last words: intonation needs a sentence or two. */
const MAX_PREVIOUS_CHARS = 300;
/** Models of the third generation reject `previous_text`. */
const WITHOUT_PREVIOUS_TEXT = /^eleven_v3/;
/** Models that take no language: elevenlabs.io/docs/api-reference/text-to-speech/stream, `language_code`. */
const WITHOUT_LANGUAGE = /^eleven_multilingual_v2/;

/**
 * `zeroRetention`: each request says `enable_logging=false`, which ElevenLabs' enterprise accounts may ("zero retention
 * mode"). Another account is answered 403, or its request is kept all the same: the check of the integration finds out.
 * Source: elevenlabs.io/docs/eleven-api/resources/zero-retention-mode and github.com/elevenlabs/elevenlabs-python/issues/787,
 * read on 2026-11-25.
 */
export type ElevenLabs = { key: string; model: string; baseUrl: string; zeroRetention?: boolean };

/** The body of a request. `docs/voice.md` has the reason for each field. */
function bodyOf(
  text: string,
  model: string,
  { previousText, language, isSpokenForm }: SpeechContext,
): string {
  const previous = previousText?.trim().slice(-MAX_PREVIOUS_CHARS) ?? "";
  const base = language?.split("-")[0]?.toLowerCase();
  return JSON.stringify({
    text,
    model_id: model,
    ...(previous !== "" && !WITHOUT_PREVIOUS_TEXT.test(model) && { previous_text: previous }),
    ...(base !== undefined && !WITHOUT_LANGUAGE.test(model) && { language_code: base }),
    ...(isSpokenForm && { apply_text_normalization: "off" }),
  });
}

/**
 * Speech of ElevenLabs, one streaming HTTP request for each text, as samples at 16 kHz. A voice is
 * `<integration>:<voice ID>`. One retry while no part of a response has arrived.
 */
export function createElevenLabsSynthesizer(
  egress: HttpClient,
  { key, model, baseUrl, zeroRetention = false }: ElevenLabs,
  limits = ELEVENLABS_LIMITS,
): Synthesizer {
  const pathOf = (voice: string): string => {
    const id = encodeURIComponent(voice.slice(voice.indexOf(":") + 1));
    const query = new URLSearchParams({
      output_format: "pcm_16000",
      ...(zeroRetention && { enable_logging: "false" }),
    });
    return `v1/text-to-speech/${id}/stream?${query}`;
  };

  return {
    name: NAME,
    speak(text, voice, signal, context = {}) {
      const headers = { "content-type": "application/json", "xi-api-key": key };
      const body = bodyOf(text, model, context);
      const request = (either: AbortSignal) =>
        ask(egress, NAME, { baseUrl, key: null }, pathOf(voice), {
          body,
          headers,
          reasonOf,
          signal: either,
          ...limits,
        });
      return pcmSpeechFrames({ provider: NAME, rateHz: RATE_HZ, request }, signal);
    },
    close() {},
  };
}

/** The synthesizer of an account. */
export const elevenLabsSynthesizerOf = (
  egress: HttpClient,
  { key, voiceModel, baseUrl, zeroRetention }: SpeechAccount,
): Synthesizer =>
  createElevenLabsSynthesizer(egress, { key: key ?? "", model: voiceModel, baseUrl, zeroRetention });

import type { HttpClient } from "@/lib/platform/egress";
import { ask, type SpeechServer } from "../exchange";
import { pcmSpeechFrames } from "../pcm-speech";
import type { Synthesizer } from "../speech-port";

const NAME = "openai-compatible";
/**
 * A caller who waits longer for a voice believes the line is dead, so another voice speaks then. Speech must
 * arrive faster than it is played. Maximum: three minutes at 24 kHz.
 */
const LIMITS = { firstByteMs: 3_000, idleMs: 3_000, timeoutMs: 60_000, maxBytes: 3 * 60 * 48_000 };
/** The format of `response_format: "pcm"`: 24 kHz, 16 bits, little-endian, mono. */
const RATE_HZ = 24_000;

/** Speech by `/audio/speech` of an OpenAI-compatible server. A voice is `<integration>:<name>`. */
export function createOpenAiSynthesizer(
  egress: HttpClient,
  account: SpeechServer,
  model: string,
  limits = LIMITS,
): Synthesizer {
  return {
    name: NAME,
    speak(text, voice, signal) {
      const body = JSON.stringify({
        model,
        input: text,
        voice: voice.slice(voice.indexOf(":") + 1),
        response_format: "pcm",
      });
      const headers = { "content-type": "application/json" };
      const request = (either: AbortSignal) =>
        ask(egress, NAME, account, "audio/speech", { body, headers, signal: either, ...limits });
      return pcmSpeechFrames({ provider: NAME, rateHz: RATE_HZ, request }, signal);
    },
    close() {},
  };
}

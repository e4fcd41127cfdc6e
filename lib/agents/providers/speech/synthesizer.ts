import { createFramer } from "@/lib/platform/audio/framer";
import { createResampler } from "@/lib/platform/audio/resample";
import type { HttpClient } from "@/lib/platform/egress";
import { ask, failureOf, type SpeechServer } from "../exchange";
import { ProviderFailure, type Synthesizer } from "../speech-port";

const NAME = "openai-compatible";
/**
 * A caller who waits longer for a voice believes the line is dead, so another voice speaks then. Speech must
 * arrive faster than it is played. Maximum: three minutes at 24 kHz.
 */
const LIMITS = { firstByteMs: 3_000, idleMs: 3_000, timeoutMs: 60_000, maxBytes: 3 * 60 * 48_000 };
/** The format of `response_format: "pcm"`: 24 kHz, 16 bits, little-endian, mono. */
const RATE_HZ = 24_000;
/** Texts and files that a server sends in place of samples: JSON, HTML, RIFF, MP3 with tags, Ogg. */
const NO_SAMPLES = /^(?:\s*[{<]|RIFF|ID3|OggS)/;
const SNIFFED_BYTES = 16;

/** Bytes as samples; an odd byte waits for its other half. */
function createSamples(): (bytes: Uint8Array) => Int16Array {
  let remainder = new Uint8Array(0);
  return (bytes) => {
    const all = new Uint8Array(remainder.length + bytes.length);
    all.set(remainder);
    all.set(bytes, remainder.length);
    const even = all.length - (all.length % 2);
    remainder = all.slice(even);
    return new Int16Array(all.buffer, 0, even / 2);
  };
}

/** A body as it comes; left unread, it is broken off. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read())
      yield read.value;
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

/** Speech by `/audio/speech` of an OpenAI-compatible server. A voice is `<integration>:<name>`. */
export function createOpenAiSynthesizer(
  egress: HttpClient,
  account: SpeechServer,
  model: string,
  limits = LIMITS,
): Synthesizer {
  return {
    name: NAME,
    async *speak(text, voice, signal) {
      const body = JSON.stringify({
        model,
        input: text,
        voice: voice.slice(voice.indexOf(":") + 1),
        response_format: "pcm",
      });
      const headers = { "content-type": "application/json" };
      const samplesOf = createSamples();
      const resampler = createResampler(RATE_HZ, 16_000);
      const framer = createFramer();
      let hasAudio = false;
      try {
        const response = await ask(egress, NAME, account, "audio/speech", {
          body,
          headers,
          signal,
          ...limits,
        });
        for await (const chunk of chunksOf(response)) {
          const start = Buffer.from(chunk.subarray(0, SNIFFED_BYTES)).toString("latin1");
          if (!hasAudio && NO_SAMPLES.test(start)) throw new ProviderFailure(NAME, "invalid_response");
          hasAudio = true;
          yield* framer.push(resampler.push(samplesOf(chunk)));
        }
      } catch (error) {
        if (signal.aborted) return;
        throw failureOf(NAME, error, signal);
      }
      if (!hasAudio) throw new ProviderFailure(NAME, "invalid_response");
      const last = framer.flush();
      if (last !== null) yield last;
    },
    close() {},
  };
}

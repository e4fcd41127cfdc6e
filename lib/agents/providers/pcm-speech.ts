import { createFramer } from "@/lib/platform/audio/framer";
import { createResampler, type RateHz } from "@/lib/platform/audio/resample";
import { failureOf } from "./exchange";
import { ProviderFailure } from "./speech-port";

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

export type PcmSpeech = {
  provider: string;
  /** The rate of the samples: 16 bits, little-endian, mono. */
  rateHz: RateHz;
  /** Time limit to the first audio, including a retry; no limit beyond those of the request if absent. */
  firstAudioMs?: number;
  /** Asks for the speech. */
  request(signal: AbortSignal): Promise<Response>;
};

/** Yields the speech of a response of raw samples, frame by frame. Throws ProviderFailure. Ends silently once aborted. */
export async function* pcmSpeechFrames(
  { provider, rateHz, firstAudioMs, request }: PcmSpeech,
  signal: AbortSignal,
): AsyncGenerator<Int16Array> {
  const late = new AbortController();
  const timer = firstAudioMs === undefined ? undefined : setTimeout(() => late.abort(), firstAudioMs);
  const samplesOf = createSamples();
  const resampler = createResampler(rateHz, 16_000);
  const framer = createFramer();
  let hasAudio = false;
  try {
    const response = await request(AbortSignal.any([signal, late.signal]));
    for await (const chunk of chunksOf(response)) {
      const start = Buffer.from(chunk.subarray(0, SNIFFED_BYTES)).toString("latin1");
      if (!hasAudio && NO_SAMPLES.test(start)) throw new ProviderFailure(provider, "invalid_response");
      hasAudio = true;
      clearTimeout(timer);
      yield* framer.push(resampler.push(samplesOf(chunk)));
    }
  } catch (error) {
    if (signal.aborted) return;
    throw late.signal.aborted ? new ProviderFailure(provider, "timeout") : failureOf(provider, error, signal);
  } finally {
    clearTimeout(timer);
  }
  if (!hasAudio) throw new ProviderFailure(provider, "invalid_response");
  const last = framer.flush();
  if (last !== null) yield last;
}

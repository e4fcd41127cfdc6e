import { RATE_HZ } from "@/lib/platform/audio";
import { wavHeader } from "@/lib/platform/audio/wav";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { createBuiltinSynthesizer } from "@/lib/voice/offline/speech/synthesizer";
import type { SampleVoice } from "./schema";

/** The same words for all, so that they can be compared. */
const WORDS = "Hello. This is how I sound on a call. What can I do for you today?";
/** A voice that is not done by then hangs, or the machine is too busy for calls. */
const SAMPLE_MS = 20_000;

/** A file that is kept whole. */
type Sample = {
  mediaType: string;
  name: string;
  bytes: number;
  ranges: boolean;
  read(from: number, to: number): AsyncIterable<Uint8Array>;
};

/** As many as there are voices, of some 200 kB each: each is spoken once in the life of a process. */
const cache = new Map<string, Promise<Buffer>>();

async function speak(voice: string): Promise<Buffer> {
  // A thread for the one time, as a process that only shows pages holds no calls.
  const synthesizer = createBuiltinSynthesizer(1);
  try {
    const frames: Buffer[] = [];
    for await (const frame of synthesizer.speak(WORDS, voice, AbortSignal.timeout(SAMPLE_MS))) {
      const bytes = Buffer.alloc(frame.byteLength);
      for (const [i, sample] of frame.entries()) bytes.writeInt16LE(sample, i * 2);
      frames.push(bytes);
    }
    const sound = Buffer.concat(frames);
    return Buffer.concat([wavHeader({ rateHz: RATE_HZ, channels: 1, dataBytes: sound.length }), sound]);
  } finally {
    synthesizer.close();
  }
}

/** Some fixed words by a built-in voice, as WAV. Throws 503 where they could not be spoken. */
export async function readSample(_ctx: Ctx, { voice }: SampleVoice): Promise<Sample> {
  const speech = cache.get(voice) ?? speak(voice);
  cache.set(voice, speech);
  const file = await speech.catch(() => {
    cache.delete(voice);
    throw new AppError("voice_sample_failed");
  });
  return {
    mediaType: "audio/wav",
    name: `${voice.replace(":", "-")}.wav`,
    bytes: file.length,
    ranges: true,
    async *read(from, to) {
      yield file.subarray(from, to);
    },
  };
}

import { createResampler, FRAME_SAMPLES, RATE_HZ, ulaw } from "@/lib/platform/audio";
import { speechLevelDb } from "@/lib/platform/audio/speech-level";
import { makeNoise } from "./make-noise";
import { mixNoise } from "./mix-noise";
import type { CaseLine } from "./schema";

const CARRIER_HZ = 8_000;
const SAMPLES_PER_MS = RATE_HZ / 1_000;
/** Silence before the speech, for the first sound that a VAD misses. */
const BEFORE_MS = 300;
/** Longer than the longest pause that ends an utterance: 1.5 s after an unfinished sentence, times 1.6 for patient agents. */
const AFTER_MS = 2_700;

function concat(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Frames of 20 ms; the last one is filled with silence. */
function framesOf(samples: Int16Array): Int16Array[] {
  return Array.from({ length: Math.ceil(samples.length / FRAME_SAMPLES) }, (_, n) => {
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(samples.subarray(n * FRAME_SAMPLES, (n + 1) * FRAME_SAMPLES));
    return frame;
  });
}

/** Speech after the µ-law codec of a telephone at 8 kHz. */
function throughMulaw(samples: Int16Array): Int16Array {
  const narrow = createResampler(RATE_HZ, CARRIER_HZ).push(samples);
  return createResampler(CARRIER_HZ, RATE_HZ).push(ulaw.decode(ulaw.encode(narrow)));
}

/**
 * Carries a caller's speech over a line: with silence around it, mixed with the line's noise, through its codec. The loud half
 * of the speech is `snr_db` above the mean level of the noise. Takes and returns frames of 16 kHz. The same `seed` gives the same noise. `talkers`: the voices of babble.
 */
export function carrySpeech(
  speech: readonly Int16Array[],
  { noise, snr_db, codec }: CaseLine,
  seed: number,
  talkers: readonly Int16Array[],
): Int16Array[] {
  const silenceOf = (ms: number) => new Int16Array(ms * SAMPLES_PER_MS);
  const words = concat(speech);
  const plain = concat([silenceOf(BEFORE_MS), words, silenceOf(AFTER_MS)]);
  const noiseDb = speechLevelDb(words, RATE_HZ) - snr_db;
  const mixed =
    noise === "none" ? plain : mixNoise(plain, makeNoise(noise, plain.length, seed, talkers), noiseDb);
  return framesOf(codec === "mulaw" ? throughMulaw(mixed) : mixed);
}

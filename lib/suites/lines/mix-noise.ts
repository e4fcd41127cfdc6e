import type { Noise } from "./make-noise";

const FULL_SCALE = 32_768;
/** Loudest sample: above it, a sum is clipped as by a codec. */
const CLIP = 32_000;

const rmsOf = (noise: Noise): number => Math.sqrt(noise.reduce((sum, x) => sum + x * x, 0) / noise.length);

/**
 * Mixes samples with noise of the same length, which then has this mean level in dBFS. Noise of digital silence changes nothing.
 */
export function mixNoise(samples: Int16Array, noise: Noise, noiseDb: number): Int16Array {
  const level = rmsOf(noise);
  if (!(level > 0)) return samples;
  const gain = (FULL_SCALE * 10 ** (noiseDb / 20)) / level;
  return samples.map((sample, i) =>
    Math.max(-CLIP, Math.min(CLIP, Math.round(sample + (noise[i] ?? 0) * gain))),
  );
}

const FULL_SCALE = 32_768;

/** Loudness as the root of the mean square, 0 to 1 of full scale; 0 for no samples. */
export function rms(samples: Int16Array): number {
  let sum = 0;
  // A loop by index: it is run for each frame of each call, and an iterator takes several times as long.
  for (let i = 0; i < samples.length; i++) sum += (samples[i] as number) ** 2;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length) / FULL_SCALE;
}

/** An inaudible level, which stands for −∞ of digital silence. */
const SILENCE_DBFS = -100;

/** Loudness in decibels of full scale, −100 to 0. */
export const dbfs = (samples: Int16Array): number =>
  Math.max(SILENCE_DBFS, 20 * Math.log10(Math.max(rms(samples), Number.MIN_VALUE)));

import { FRAME_MS } from "./frame";

const FULL_SCALE = 32_768;
const MS_PER_S = 1_000;
/** A level far below any line, which stands for digital silence. */
const MIN_POWER = 1e-10;

/** Loudness of the loud half of a sound, in dBFS: pauses do not count. */
export function speechLevelDb(samples: Int16Array, rateHz: number): number {
  const size = (rateHz * FRAME_MS) / MS_PER_S;
  const powers: number[] = [];
  for (let at = 0; at + size <= samples.length; at += size) {
    let sum = 0;
    for (let i = at; i < at + size; i++) sum += ((samples[i] ?? 0) / FULL_SCALE) ** 2;
    powers.push(sum / size);
  }
  powers.sort((a, b) => b - a);
  const loud = powers.slice(0, Math.max(1, Math.ceil(powers.length / 2)));
  const mean = loud.reduce((sum, power) => sum + power, 0) / loud.length;
  return 10 * Math.log10(Math.max(mean, MIN_POWER));
}

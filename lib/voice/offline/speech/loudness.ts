import { dbfs } from "@/lib/platform/audio/level";

/** Speech on a telephone stands at least this far over the noise of the line. */
const OVER_NOISE_DB = 12;
/** How soft the border is. */
const SOFTNESS_DB = 3;
/** Nothing below is speech, however quiet the line. */
const FLOOR_DBFS = -55;
/** The floor follows noise that grows within some seconds, and noise that goes at once. */
const RISE_DB_PER_FRAME = 0.05;

/** Detects speech by loudness alone, if no model can run: worse in noise, but usable. */
export function createLoudness(): (frame: Int16Array) => number {
  let noise = FLOOR_DBFS;
  return (frame) => {
    const level = dbfs(frame);
    noise = Math.max(FLOOR_DBFS - OVER_NOISE_DB, Math.min(level, noise + RISE_DB_PER_FRAME));
    const over = level - Math.max(noise + OVER_NOISE_DB, FLOOR_DBFS);
    return 1 / (1 + Math.exp(-over / SOFTNESS_DB));
  };
}

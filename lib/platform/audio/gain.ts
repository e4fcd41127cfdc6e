/** The level at which speech is transcribed best, and how far from it speech is left as it is. */
const TARGET_DBFS = -20;
const TOLERANCE_DB = 8;
const MIN_GAIN_DB = -10;
const MAX_GAIN_DB = 18;
/** Changes of the gain are not heard as changes of the voice: six decibels a second. */
const MAX_STEP_DB = 0.12;
const CLIP = 32_767;

/** Brings a caller's speech of this level to the same loudness. `speechDb`: null while it is unknown. */
export function createAutomaticGain(): (frame: Int16Array, speechDb: number | null) => Int16Array {
  let gainDb = 0;
  return (frame, speechDb) => {
    const wantedDb =
      speechDb === null || Math.abs(TARGET_DBFS - speechDb) <= TOLERANCE_DB
        ? 0
        : Math.max(MIN_GAIN_DB, Math.min(MAX_GAIN_DB, TARGET_DBFS - speechDb));
    gainDb += Math.max(-MAX_STEP_DB, Math.min(MAX_STEP_DB, wantedDb - gainDb));
    if (Math.abs(gainDb) < MAX_STEP_DB) return frame;
    const gain = 10 ** (gainDb / 20);
    return frame.map((sample) => Math.max(-CLIP, Math.min(CLIP, Math.round(sample * gain))));
  };
}

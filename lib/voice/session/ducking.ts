/** Twelve decibels: the caller hears that the agent listens, and still understands it. */
const DUCKED_GAIN = 0.25;
/** The gain changes over two frames, without a click. */
const STEP_PER_FRAME = 0.4;

/** Plays the agent's audio more quietly while the caller speaks over it. */
export function createDucking() {
  let target = 1;
  let gain = 1;
  return {
    duck(): void {
      target = DUCKED_GAIN;
    },
    restore(): void {
      target = 1;
    },
    /** The frame as it is sent. Cached frames are shared, so that a quieter one is a copy. */
    apply(frame: Int16Array): Int16Array {
      if (gain === 1 && target === 1) return frame;
      const from = gain;
      const change = Math.max(-STEP_PER_FRAME, Math.min(STEP_PER_FRAME, target - gain));
      gain += change;
      const { length } = frame;
      return frame.map((sample, i) => Math.round(sample * (from + (change * (i + 1)) / length)));
    },
  };
}

import { FRAME_SAMPLES } from "@/lib/platform/audio";

const FULL_SCALE = 32_767;
/** Levels of a payload are 0 to 127, in decibels below full scale (RFC 3389, 3). */
const MAX_LEVEL = 127;
/** The root of the mean square of uniform noise, relative to its peak. */
const UNIFORM_RMS = Math.sqrt(1 / 3);
/** Louder noise than this is no line's noise. */
const MIN_LEVEL = 40;

/** Level that is sent: −70 dBm0, the noise of a quiet line. */
const SENT_LEVEL = 70;
/** Payload that asks the other side to play noise. */
export const NOISE_PAYLOAD = Uint8Array.of(SENT_LEVEL);

/** Produces the noise of the other side's line while it sends none. */
export type ComfortNoise = {
  /** Takes the level of a payload; its spectrum is not used. */
  setLevel(payload: Uint8Array): void;
  createFrame(): Int16Array;
};

export function createComfortNoise(): ComfortNoise {
  let peak = 1;
  let state = 0x9e37_79b9;
  return {
    setLevel(payload) {
      const level = Math.max(MIN_LEVEL, (payload[0] ?? MAX_LEVEL) & 0x7f);
      peak = (FULL_SCALE * 10 ** (-level / 20)) / UNIFORM_RMS;
    },
    createFrame() {
      const frame = new Int16Array(FRAME_SAMPLES);
      for (let i = 0; i < frame.length; i++) {
        // A linear congruential generator: noise, not secrets.
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
        frame[i] = Math.round((state / 0x8000_0000) * peak);
      }
      return frame;
    },
  };
}

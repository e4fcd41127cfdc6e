import { RATE_HZ } from "./frame";
import { rms } from "./level";

/** Pitch periods of voices: 66 to 320 Hz. */
const MIN_PERIOD = Math.round(RATE_HZ / 320);
const MAX_PERIOD = Math.round(RATE_HZ / 66);
/** Samples compared to find the period: two of the longest. */
const COMPARED = 2 * MAX_PERIOD;
const HISTORY = COMPARED + MAX_PERIOD;
/** Every second sample is enough to find a period. */
const COMPARE_STEP = 2;
/** A gap is filled for this long, and fades meanwhile: longer sounds would be invented (ITU-T G.711 Appendix I). */
const MAX_FILLED_FRAMES = 3;
const FADE_PER_FRAME = 0.3;
/** Below this there is nothing to continue. */
const AUDIBLE = 0.002;
/** Only sound that has lasted is continued: a click stays one. */
const MIN_AUDIBLE_FRAMES = 5;
/** The first samples after a gap are mixed with its filling, so that there is no click. */
const MIXED = Math.round(RATE_HZ * 0.005);

const isSilent = (frame: Int16Array): boolean => frame.every((sample) => sample === 0);

/** The period at which the end of the history repeats best. */
function periodOf(history: Float64Array): number {
  const end = history.length;
  let best = MIN_PERIOD;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let period = MIN_PERIOD; period <= MAX_PERIOD; period++) {
    let product = 0;
    let energy = 1;
    for (let i = end - COMPARED; i < end; i += COMPARE_STEP) {
      const earlier = history[i - period] ?? 0;
      product += (history[i] ?? 0) * earlier;
      energy += earlier * earlier;
    }
    const score = product / Math.sqrt(energy);
    if (score <= bestScore) continue;
    bestScore = score;
    best = period;
  }
  return best;
}

/**
 * Fills gaps of lost packets, which transports deliver as digital silence in the middle of sound, with the last
 * pitch period, fading. The idea is that of ITU-T G.711 Appendix I. Real silence on a line is not all zeros, and
 * where it is, the filling fades within 60 ms.
 */
export function createConcealer(): (frame: Int16Array) => Int16Array {
  const history = new Float64Array(HISTORY);
  let filled = 0;
  let audibleFrames = 0;
  let period = 0;
  let at = 0;
  let gain = 1;

  const remember = (frame: Int16Array) => {
    history.copyWithin(0, frame.length);
    history.set(frame, HISTORY - frame.length);
  };
  const next = (): number => {
    const sample = (history[HISTORY - period + (at % period)] ?? 0) * gain;
    at++;
    return sample;
  };
  const fill = (length: number): Int16Array => {
    const output = new Int16Array(length);
    const fall = FADE_PER_FRAME / length;
    for (let i = 0; i < length; i++) {
      output[i] = Math.round(next());
      gain = Math.max(0, gain - fall);
    }
    return output;
  };

  return (frame) => {
    if (isSilent(frame)) {
      if (filled === 0) {
        if (audibleFrames < MIN_AUDIBLE_FRAMES) {
          audibleFrames = 0;
          remember(frame);
          return frame;
        }
        period = periodOf(history);
        at = 0;
        gain = 1;
      }
      filled++;
      return filled > MAX_FILLED_FRAMES ? frame : fill(frame.length);
    }
    audibleFrames = rms(frame) < AUDIBLE ? 0 : audibleFrames + 1;
    if (filled === 0) {
      remember(frame);
      return frame;
    }
    const isMixed = filled <= MAX_FILLED_FRAMES;
    filled = 0;
    const output = frame.slice();
    for (let i = 0; isMixed && i < MIXED; i++) {
      const share = i / MIXED;
      output[i] = Math.round((output[i] ?? 0) * share + next() * (1 - share));
    }
    remember(frame);
    return output;
  };
}

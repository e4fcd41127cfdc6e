import { lowPass, TAPS_PER_PHASE } from "./low-pass";
import { clamp, Input, PIECE_SAMPLES, type Resampler } from "./stream-input";

/**
 * The filter between a rate and twice that rate, which all telephone speech passes fifty times a second both ways: where
 * it falls at the lower rate's half exactly, every second tap but the middle one is zero, and the others are the same on
 * both its sides. These are they, from the middle outwards, for a sum of the filter of one.
 */
const HALF_TAPS = TAPS_PER_PHASE / 2;
const [h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11] = (() => {
  const whole = lowPass(2 * TAPS_PER_PHASE - 1, 0.25, 1);
  const side = Array.from({ length: HALF_TAPS }, (_, j) => whole[TAPS_PER_PHASE + 2 * j] ?? 0);
  // The middle is a half, and so each side is a quarter.
  const sum = side.reduce((a, b) => a + b, 0);
  return side.map((tap) => (tap * 0.25) / sum);
})() as [number, number, number, number, number, number, number, number, number, number, number, number];

/**
 * The values between every two samples `step` apart: `count` values, the first between the twelfth and the
 * thirteenth sample. Unrolled, with samples in local variables, as each is then read once: a loop over the
 * taps takes more than twice as long.
 */
function between(samples: Float64Array, step: 1 | 2, count: number, values: Float64Array): void {
  let a0 = samples[0] as number;
  let a1 = samples[step] as number;
  let a2 = samples[2 * step] as number;
  let a3 = samples[3 * step] as number;
  let a4 = samples[4 * step] as number;
  let a5 = samples[5 * step] as number;
  let a6 = samples[6 * step] as number;
  let a7 = samples[7 * step] as number;
  let a8 = samples[8 * step] as number;
  let a9 = samples[9 * step] as number;
  let a10 = samples[10 * step] as number;
  let a11 = samples[11 * step] as number;
  let a12 = samples[12 * step] as number;
  let a13 = samples[13 * step] as number;
  let a14 = samples[14 * step] as number;
  let a15 = samples[15 * step] as number;
  let a16 = samples[16 * step] as number;
  let a17 = samples[17 * step] as number;
  let a18 = samples[18 * step] as number;
  let a19 = samples[19 * step] as number;
  let a20 = samples[20 * step] as number;
  let a21 = samples[21 * step] as number;
  let a22 = samples[22 * step] as number;
  for (let n = 0, next = (TAPS_PER_PHASE - 1) * step; n < count; n++, next += step) {
    const a23 = samples[next] as number;
    const inner = h0 * (a11 + a12) + h1 * (a10 + a13) + (h2 * (a9 + a14) + h3 * (a8 + a15));
    const middle = h4 * (a7 + a16) + h5 * (a6 + a17) + (h6 * (a5 + a18) + h7 * (a4 + a19));
    const outer = h8 * (a3 + a20) + h9 * (a2 + a21) + (h10 * (a1 + a22) + h11 * (a0 + a23));
    values[n] = inner + middle + outer;
    a0 = a1;
    a1 = a2;
    a2 = a3;
    a3 = a4;
    a4 = a5;
    a5 = a6;
    a6 = a7;
    a7 = a8;
    a8 = a9;
    a9 = a10;
    a10 = a11;
    a11 = a12;
    a12 = a13;
    a13 = a14;
    a14 = a15;
    a15 = a16;
    a16 = a17;
    a17 = a18;
    a18 = a19;
    a19 = a20;
    a20 = a21;
    a21 = a22;
    a22 = a23;
  }
}
/** Room for what lies between; it is read before anything else is put there. */
let buffer = new Float64Array(PIECE_SAMPLES);
function betweenAll(samples: Float64Array, step: 1 | 2, count: number): Float64Array {
  if (buffer.length < count) buffer = new Float64Array(count * 2);
  between(samples, step, count, buffer);
  return buffer;
}

/** Samples before the first of a stream, so that each has as many before it as behind. */
const HALVING_HELD = 2 * TAPS_PER_PHASE - 2;
const HALVING_MIDDLE = TAPS_PER_PHASE - 1;

/** Every second sample of what the lower rate can carry. */
export function halve(): Resampler {
  const input = new Input(HALVING_HELD);
  return {
    push(added) {
      input.add(added);
      const { samples } = input;
      const output = new Int16Array(Math.max(0, (input.length - HALVING_HELD + 1) >> 1));
      const sides = betweenAll(samples, 2, output.length);
      for (let n = 0; n < output.length; n++)
        output[n] = clamp((samples[2 * n + HALVING_MIDDLE] as number) / 2 + (sides[n] as number));
      input.drop(output.length * 2);
      return output;
    },
  };
}

/** Every sample stays as it is, and one comes between every two. */
export function double(): Resampler {
  const input = new Input(TAPS_PER_PHASE - 1);
  return {
    push(added) {
      input.add(added);
      const { samples } = input;
      const output = new Int16Array(added.length * 2);
      const sides = betweenAll(samples, 1, added.length);
      for (let n = 0; n < added.length; n++) {
        output[2 * n] = samples[n + HALF_TAPS - 1] as number;
        output[2 * n + 1] = clamp(2 * (sides[n] as number));
      }
      input.drop(added.length);
      return output;
    },
  };
}

import { double, halve } from "./half-band";
import { lowPass, TAPS_PER_PHASE } from "./low-pass";
import { clamp, Input, type Resampler } from "./stream-input";

/** The rates that something here speaks: carriers, ourselves, voices by account, browsers and Opus. */
export type RateHz = 8_000 | 16_000 | 24_000 | 48_000;
const HIGHEST_HZ = 48_000;

/** Where the filter begins to fall, as a part of the lower rate's half. */
const CUT_OFF = 0.9;

/**
 * The filter at one place: taps, whose number is a multiple of four, over the samples from there on. Four sums do not
 * wait for each other, and floating samples need not be made so for each tap: a quarter less time than without.
 */
function filtered(taps: Float64Array, samples: Float64Array, from: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let k = 0; k < taps.length; k += 4) {
    const at = from + k;
    a += (taps[k] as number) * (samples[at] as number);
    b += (taps[k + 1] as number) * (samples[at + 1] as number);
    c += (taps[k + 2] as number) * (samples[at + 2] as number);
    d += (taps[k + 3] as number) * (samples[at + 3] as number);
  }
  return clamp(a + b + (c + d));
}

/** Keeps every `factor`-th sample of the filtered input. The filter is the same from both its ends. */
function down(factor: number): Resampler {
  const taps = lowPass(TAPS_PER_PHASE * factor, (CUT_OFF * 0.5) / factor, 1);
  const input = new Input(taps.length - 1);
  return {
    push(samples) {
      input.add(samples);
      const output = new Int16Array(Math.max(0, Math.floor((input.length - taps.length) / factor) + 1));
      for (let n = 0; n < output.length; n++) output[n] = filtered(taps, input.samples, n * factor);
      input.drop(output.length * factor);
      return output;
    },
  };
}

/** Puts `factor - 1` samples between every two: each phase of the filter makes one of them. */
function up(factor: number): Resampler {
  const taps = lowPass(TAPS_PER_PHASE * factor, (CUT_OFF * 0.5) / factor, factor);
  const phases = Array.from({ length: factor }, (_, phase) =>
    taps.filter((_tap, at) => at % factor === phase).reverse(),
  );
  const input = new Input(TAPS_PER_PHASE - 1);
  return {
    push(samples) {
      input.add(samples);
      const output = new Int16Array(samples.length * factor);
      for (const [phase, part] of phases.entries())
        for (let n = 0; n < samples.length; n++)
          output[n * factor + phase] = filtered(part, input.samples, n);
      input.drop(samples.length);
      return output;
    },
  };
}

/** One stream's way from one rate to another; where neither is a multiple of the other, by the highest. */
export function createResampler(from: RateHz, to: RateHz): Resampler {
  if (from === to) return { push: (samples) => samples };
  if (from === 2 * to) return halve();
  if (to === 2 * from) return double();
  if (from % to === 0) return down(from / to);
  if (to % from === 0) return up(to / from);
  const first = createResampler(from, HIGHEST_HZ);
  const second = createResampler(HIGHEST_HZ, to);
  return { push: (samples) => second.push(first.push(samples)) };
}

/** Changes the rate of a stream, piece by piece; what it holds back between two pieces is a few milliseconds. */
export type Resampler = { push(samples: Int16Array): Int16Array };

/** The rates that something here speaks: carriers, ourselves, voices by account, browsers and Opus. */
export type RateHz = 8_000 | 16_000 | 24_000 | 48_000;
const HIGHEST_HZ = 48_000;

/**
 * Taps a phase. With a Kaiser window of β = 8 the stop band lies under −80 dB, below the noise of 16 bits of speech,
 * from 0.56 of the lower rate on. The delay is twelve samples of the lower rate: 1.5 ms at 8 kHz.
 */
const TAPS_PER_PHASE = 24;
const KAISER_BETA = 8;
/** Where the filter begins to fall, as a part of the lower rate's half. */
const CUT_OFF = 0.9;

/** The modified Bessel function of the first kind, order 0: its power series, which converges quickly here. */
function bessel0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** A windowed sinc: `length` taps whose sum is `gain`, passing up to `cutOff` (of the rate it runs at, under 0.5). */
function lowPass(length: number, cutOff: number, gain: number): Float64Array {
  const middle = (length - 1) / 2;
  const taps = Float64Array.from({ length }, (_, i) => {
    const t = i - middle;
    const sinc = t === 0 ? 2 * cutOff : Math.sin(2 * Math.PI * cutOff * t) / (Math.PI * t);
    const edge = t / middle;
    return sinc * bessel0(KAISER_BETA * Math.sqrt(Math.max(0, 1 - edge * edge)));
  });
  const sum = taps.reduce((a, b) => a + b, 0);
  return taps.map((tap) => (tap * gain) / sum);
}

const clamp = (value: number): number => Math.max(-32_768, Math.min(32_767, Math.round(value)));

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

/** What is held back of a stream, with what comes next behind it. */
function joined(held: Float64Array, samples: Int16Array): Float64Array {
  const input = new Float64Array(held.length + samples.length);
  input.set(held);
  input.set(samples, held.length);
  return input;
}

/** Keeps every `factor`-th sample of the filtered input. The filter is the same from both its ends. */
function down(factor: number): Resampler {
  const taps = lowPass(TAPS_PER_PHASE * factor, (CUT_OFF * 0.5) / factor, 1);
  let held = new Float64Array(taps.length - 1);
  return {
    push(samples) {
      const input = joined(held, samples);
      const output = new Int16Array(Math.max(0, Math.floor((input.length - taps.length) / factor) + 1));
      for (let n = 0; n < output.length; n++) output[n] = filtered(taps, input, n * factor);
      held = input.slice(output.length * factor);
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
  let held = new Float64Array(TAPS_PER_PHASE - 1);
  return {
    push(samples) {
      const input = joined(held, samples);
      const output = new Int16Array(samples.length * factor);
      for (const [phase, part] of phases.entries())
        for (let n = 0; n < samples.length; n++) output[n * factor + phase] = filtered(part, input, n);
      held = input.slice(samples.length);
      return output;
    },
  };
}

/** One stream's way from one rate to another; where neither is a multiple of the other, by the highest. */
export function createResampler(from: RateHz, to: RateHz): Resampler {
  if (from === to) return { push: (samples) => samples };
  if (from % to === 0) return down(from / to);
  if (to % from === 0) return up(to / from);
  const first = up(HIGHEST_HZ / from);
  const second = down(HIGHEST_HZ / to);
  return { push: (samples) => second.push(first.push(samples)) };
}

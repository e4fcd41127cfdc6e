/** Changes the rate of a stream, piece by piece; what it holds back between two pieces is a few milliseconds. */
export type Resampler = { push(samples: Int16Array): Int16Array };

/** The rates that something here speaks: carriers, ourselves, voices by account, browsers and Opus. */
export type RateHz = 8_000 | 16_000 | 24_000 | 48_000;
const HIGHEST_HZ = 48_000;

/**
 * Taps a phase. With a Kaiser window of β = 8 the stop band lies under −80 dB, below the noise of 16 bits of speech,
 * from 0.56 of the lower rate on (0.61 where the one rate is twice the other). The delay is twelve samples of the lower
 * rate: 1.5 ms at 8 kHz.
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

/** What is held back of a stream, and behind it what comes next; the buffer is used again for each piece. */
class Input {
  samples: Float64Array;
  length: number;

  constructor(held: number) {
    this.samples = new Float64Array(held + PIECE_SAMPLES);
    this.length = held;
  }

  add(more: Int16Array): void {
    if (this.length + more.length > this.samples.length) {
      const larger = new Float64Array((this.length + more.length) * 2);
      larger.set(this.samples.subarray(0, this.length));
      this.samples = larger;
    }
    this.samples.set(more, this.length);
    this.length += more.length;
  }

  drop(count: number): void {
    this.samples.copyWithin(0, count, this.length);
    this.length -= count;
  }
}
/** The pieces of most streams are frames, at most; longer ones are made room for. */
const PIECE_SAMPLES = 960;

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
 * What lies between every two samples, of which each is `step` behind the one before: `count` values, the first between
 * the twelfth and the thirteenth. Written out, with the samples passed from name to name, as each is then read once: a
 * loop over the taps takes more than twice as long.
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
let room = new Float64Array(PIECE_SAMPLES);
function betweenAll(samples: Float64Array, step: 1 | 2, count: number): Float64Array {
  if (room.length < count) room = new Float64Array(count * 2);
  between(samples, step, count, room);
  return room;
}

/** Samples before the first of a stream, so that each has as many before it as behind. */
const HALVING_HELD = 2 * TAPS_PER_PHASE - 2;
const HALVING_MIDDLE = TAPS_PER_PHASE - 1;

function halve(): Resampler {
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
function double(): Resampler {
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

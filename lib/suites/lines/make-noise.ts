import { RATE_HZ } from "@/lib/platform/audio";
import type { CaseLine } from "./schema";

type NoiseKind = Exclude<CaseLine["noise"], "none">;
/** Samples of noise at 16 kHz, at any level: `mixNoise` sets it. */
export type Noise = Float32Array;

const UINT32 = 2 ** 32;
/** The mains of North America. A telephone line passes the harmonics from about 300 Hz on. */
const HUM_HZ = 60;
const HUM_HARMONICS = 20;
/** Samples after which it repeats: three periods. */
const HUM_CYCLE = (3 * RATE_HZ) / HUM_HZ;

/** Numbers of 0 to 1 with a fixed seed (mulberry32): a repetition of a run has the same noise. */
export function createSeededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  };
}

/** Poles and gains of the filter that gives white noise 3 dB less per octave (Paul Kellet, "economy" form, ±0.5 dB). */
const PINK = [
  { pole: 0.99765, gain: 0.099046 },
  { pole: 0.963, gain: 0.2965164 },
  { pole: 0.57, gain: 1.0526913 },
] as const;
const PINK_WHITE = 0.1848;

function makePink(samples: number, random: () => number): Noise {
  const states = PINK.map(() => 0);
  return Float32Array.from({ length: samples }, () => {
    const white = random() * 2 - 1;
    let sum = white * PINK_WHITE;
    for (const [i, { pole, gain }] of PINK.entries()) {
      states[i] = pole * (states[i] ?? 0) + white * gain;
      sum += states[i] ?? 0;
    }
    return sum;
  });
}

function makeHum(samples: number, random: () => number): Noise {
  const phases = Array.from({ length: HUM_HARMONICS }, () => random() * 2 * Math.PI);
  const cycle = Float32Array.from({ length: HUM_CYCLE }, (_, at) =>
    phases.reduce(
      (sum, phase, i) =>
        sum + Math.sin(phase + (2 * Math.PI * HUM_HZ * (i + 1) * at) / RATE_HZ) / Math.sqrt(i + 1),
      0,
    ),
  );
  return Float32Array.from({ length: samples }, (_, at) => cycle[at % HUM_CYCLE] ?? 0);
}

/** Adds talkers, each repeated from a random position of their speech. */
function makeBabble(samples: number, random: () => number, talkers: readonly Int16Array[]): Noise {
  const noise = new Float32Array(samples);
  for (const talker of talkers) {
    if (talker.length === 0) continue;
    const offset = Math.floor(random() * talker.length);
    for (let i = 0; i < samples; i++)
      noise[i] = (noise[i] as number) + (talker[(offset + i) % talker.length] ?? 0);
  }
  return noise;
}

/**
 * Makes noise of a length in samples of 16 kHz. `talkers` are the voices of `babble`, as samples of 16 kHz. The same seed gives
 * the same noise.
 */
export function makeNoise(
  kind: NoiseKind,
  samples: number,
  seed: number,
  talkers: readonly Int16Array[],
): Noise {
  const random = createSeededRandom(seed);
  if (kind === "pink") return makePink(samples, random);
  return kind === "hum" ? makeHum(samples, random) : makeBabble(samples, random, talkers);
}

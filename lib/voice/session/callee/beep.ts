/** Tones are searched at a rate of 4 kHz, where a beep (400 to 1,500 Hz) differs clearly from the harmonics of a voice. */
const DECIMATION = 4;
const TONE_RATE_HZ = 16_000 / DECIMATION;
/** Length of an examined window: 40 ms, two frames. */
const WINDOW = 160;
/** Root mean square, of 32,768, below which a tone is too quiet to be the mailbox's. */
const MIN_LEVEL = 250;
/** Share of a window's energy that no single tone explains. µ-law alone leaves about 0.001. */
const MAX_RESIDUAL = 0.02;
/** Parts of a window, 5 ms each, and how much weaker the weakest may be. Two tones at once, such as a ringing tone, beat. */
const PART = 20;
const MIN_STEADINESS = 0.4;
/** Beeps of mailboxes lie in this range; a dial tone or mains hum lies below it. */
const FREQUENCY_HZ = { min: 350, max: 1_800 } as const;
/** A beep keeps its frequency; a sung or spoken vowel glides. */
const MAX_DRIFT_HZ = 20;
/** Shortest and longest beep. A longer tone is that of a fax or of the exchange. */
export const BEEP_MS = { min: 120, max: 2_500 } as const;
const FRAME_MS = 20;

/** Whether a window is about equally loud throughout. */
function isSteady(samples: Float64Array): boolean {
  let weakest = Number.POSITIVE_INFINITY;
  let strongest = 0;
  for (let from = 0; from < samples.length; from += PART) {
    let energy = 0;
    for (let n = from; n < from + PART; n++) energy += (samples[n] as number) ** 2;
    weakest = Math.min(weakest, energy);
    strongest = Math.max(strongest, energy);
  }
  return weakest >= MIN_STEADINESS * strongest;
}

/** The frequency of a window that holds one tone, else null. */
function toneHz(samples: Float64Array): number | null {
  let cross = 0;
  let square = 0;
  let sum = 0;
  // A tone of frequency w satisfies x[n] + x[n-2] = 2 cos(w) x[n-1]: fit 2 cos(w) by least squares.
  for (let n = 2; n < samples.length; n++) {
    const middle = samples[n - 1] as number;
    const outer = (samples[n] as number) + (samples[n - 2] as number);
    cross += outer * middle;
    square += middle * middle;
    sum += outer * outer;
  }
  if (square === 0 || Math.sqrt(square / samples.length) < MIN_LEVEL) return null;
  const factor = cross / square;
  const residual = sum - factor * cross;
  // Relative to the tone's own energy, as the sum of the outer samples vanishes at a quarter of the rate.
  if (residual > MAX_RESIDUAL * square || Math.abs(factor) >= 2) return null;
  const hz = (Math.acos(factor / 2) * TONE_RATE_HZ) / (2 * Math.PI);
  return hz >= FREQUENCY_HZ.min && hz <= FREQUENCY_HZ.max && isSteady(samples) ? hz : null;
}

export type BeepDetector = {
  /** Takes a frame of 20 ms at 16 kHz. Returns true if a beep has just ended. */
  push(frame: Int16Array): boolean;
};

/** Detects the beep of a mailbox: one steady tone of 120 ms to 2.5 s. It reports the end, where recording starts. */
export function createBeepDetector(): BeepDetector {
  const window = new Float64Array(WINDOW);
  let hz: number | null = null;
  let toneMs = 0;

  function append(frame: Int16Array): void {
    const count = Math.floor(frame.length / DECIMATION);
    window.copyWithin(0, count);
    for (let n = 0; n < count; n++) {
      const at = n * DECIMATION;
      const four =
        (frame[at] as number) +
        (frame[at + 1] as number) +
        (frame[at + 2] as number) +
        (frame[at + 3] as number);
      window[WINDOW - count + n] = four / DECIMATION;
    }
  }

  return {
    push(frame) {
      append(frame);
      const next = toneHz(window);
      const isSame = next !== null && hz !== null && Math.abs(next - hz) <= MAX_DRIFT_HZ;
      if (isSame) {
        toneMs += FRAME_MS;
        return false;
      }
      const lastedMs = toneMs;
      hz = next;
      toneMs = next === null ? 0 : FRAME_MS;
      return next === null && lastedMs >= BEEP_MS.min && lastedMs <= BEEP_MS.max;
    },
  };
}

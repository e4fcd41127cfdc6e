import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FRAME_SAMPLES, RATE_HZ, ulaw } from "@/lib/platform/audio";
import { createBeepDetector } from "./beep";

type Sound = (n: number) => number;
const tone =
  (hz: number, level = 8_000): Sound =>
  (n) =>
    level * Math.sin((2 * Math.PI * hz * n) / RATE_HZ);
const mix =
  (...sounds: Sound[]): Sound =>
  (n) =>
    sounds.reduce((sum, sound) => sum + sound(n), 0);
const silence: Sound = () => 0;

/** Noise that is the same in each run. */
function noise(level: number): Sound {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return level * (seed / 2 ** 31 - 1);
  };
}

/** Counts the beeps in sounds that follow each other, each with its duration in ms, on a µ-law line. */
function countBeeps(...parts: readonly (readonly [Sound, number])[]): number {
  const detector = createBeepDetector();
  let beeps = 0;
  let n = 0;
  for (const [sound, ms] of parts) {
    for (let frames = 0; frames < ms / 20; frames++) {
      const frame = Int16Array.from({ length: FRAME_SAMPLES }, () => {
        const sample = Math.round(Math.max(-32_768, Math.min(32_767, sound(n++))));
        return ulaw.decode(ulaw.encode(Int16Array.of(sample)))[0] ?? 0;
      });
      if (detector.push(frame)) beeps++;
    }
  }
  return beeps;
}

describe("the beep detector", () => {
  it("reports a beep of any frequency, length and level of a mailbox once, at its end", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 400, max: 1_700 }),
        fc.integer({ min: 10, max: 110 }),
        fc.integer({ min: 800, max: 20_000 }),
        (hz, frames, level) => {
          expect(countBeeps([noise(40), 400], [tone(hz, level), frames * 20], [noise(40), 400])).toBe(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("ignores tones that are too short, too long or too quiet, and silence", () => {
    expect(countBeeps([silence, 200], [tone(1_000), 60], [silence, 200])).toBe(0);
    expect(countBeeps([silence, 200], [tone(1_000), 4_000], [silence, 200])).toBe(0);
    expect(countBeeps([silence, 200], [tone(1_000, 100), 500], [silence, 200])).toBe(0);
    expect(countBeeps([silence, 2_000])).toBe(0);
  });

  it("ignores keys, the ringing tone, noise and gliding tones", () => {
    // DTMF "5" (ITU-T Q.23) and the ringing tone of North America (440 and 480 Hz).
    expect(countBeeps([mix(tone(770), tone(1_336)), 400], [silence, 200])).toBe(0);
    expect(countBeeps([mix(tone(440), tone(480)), 2_000], [silence, 200])).toBe(0);
    expect(countBeeps([noise(8_000), 2_000], [silence, 200])).toBe(0);
    const siren: Sound = (n) =>
      8_000 * Math.sin(2 * Math.PI * (600 * (n / RATE_HZ) + 400 * (n / RATE_HZ) ** 2));
    expect(countBeeps([siren, 800], [silence, 200])).toBe(0);
  });

  it("ignores vowels, which have many harmonics", () => {
    fc.assert(
      fc.property(fc.integer({ min: 80, max: 300 }), (pitch) => {
        const vowel = mix(
          ...Array.from({ length: 10 }, (_, k) => tone(pitch * (k + 1), 6_000 / (1 + Math.abs(k - 4)))),
        );
        expect(countBeeps([silence, 100], [vowel, 500], [silence, 200])).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});

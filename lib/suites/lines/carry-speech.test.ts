import { expect, test } from "vitest";
import { FRAME_SAMPLES, RATE_HZ, rms } from "@/lib/platform/audio";
import { carrySpeech } from "./carry-speech";
import { makeNoise } from "./make-noise";
import { NOISE_KINDS } from "./values";

/** Two seconds of a tone, as speech has a level. */
const TONE = Array.from({ length: 100 }, (_, frame) =>
  Int16Array.from({ length: FRAME_SAMPLES }, (__, i) =>
    Math.round(6_000 * Math.sin((2 * Math.PI * 440 * (frame * FRAME_SAMPLES + i)) / RATE_HZ)),
  ),
);
const TALKERS = [TONE.flatMap((frame) => [...frame])].map((samples) =>
  Int16Array.from(samples, (sample, i) => (Math.floor(i / 3_000) % 2 === 0 ? sample : -sample / 3)),
);
const bytesOf = (frame: Int16Array = new Int16Array()): Buffer =>
  Buffer.from(Uint8Array.from(frame, (x) => x & 255));
const levelDb = (frames: readonly Int16Array[]): number =>
  20 * Math.log10(rms(Int16Array.from(frames.flatMap((frame) => [...frame]))));

test.each(NOISE_KINDS.filter((kind) => kind !== "none"))(
  "%s is as far below the speech as the line says, and the same for the same seed",
  (noise) => {
    for (const snr_db of [20, 10] as const)
      for (const codec of ["none", "mulaw"] as const) {
        const line = { noise, snr_db, codec };
        const frames = carrySpeech(TONE, line, 7, TALKERS);
        // The last second has noise alone. The codec removes what is above 4 kHz.
        const difference = levelDb(TONE) - levelDb(frames.slice(-50));
        expect(Math.abs(difference - snr_db)).toBeLessThan(codec === "none" ? 1.5 : 3);
        const isSame = (seed: number) => {
          const repeated = carrySpeech(TONE, line, seed, TALKERS);
          return repeated.every((frame, n) => Buffer.compare(bytesOf(frame), bytesOf(frames[n])) === 0);
        };
        expect([isSame(7), isSame(8)]).toEqual([true, false]);
      }
  },
);

test("a line without noise has silence around the speech, in whole frames", () => {
  const frames = carrySpeech(TONE, { noise: "none", snr_db: 20, codec: "none" }, 1, []);
  expect(frames.every(({ length }) => length === FRAME_SAMPLES)).toBe(true);
  expect(levelDb(frames.slice(0, 15))).toBe(Number.NEGATIVE_INFINITY);
  expect(frames.slice(15, 115)).toEqual(TONE);
});

test("babble without talkers is silence, which changes nothing", () => {
  expect(makeNoise("babble", 100, 1, []).every((sample) => sample === 0)).toBe(true);
  const line = { noise: "babble", snr_db: 10, codec: "none" } as const;
  expect(carrySpeech(TONE, line, 1, []).slice(15, 115)).toEqual(TONE);
});

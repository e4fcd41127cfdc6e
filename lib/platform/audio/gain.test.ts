import { expect, it } from "vitest";
import { FRAME_SAMPLES } from "./frame";
import { createAutomaticGain } from "./gain";
import { dbfs } from "./level";

const frame = (amplitude: number) =>
  Int16Array.from({ length: FRAME_SAMPLES }, (_, i) => Math.round(amplitude * Math.sin(i / 4)));

it("brings quiet and loud speech to the same level, slowly", () => {
  for (const amplitude of [400, 1_500, 26_000]) {
    const gain = createAutomaticGain();
    const level = dbfs(frame(amplitude));
    const first = gain(frame(amplitude), level);
    expect(Math.abs(dbfs(first) - level)).toBeLessThan(0.3);
    let last = first;
    for (let n = 0; n < 300; n++) last = gain(frame(amplitude), level);
    expect(dbfs(last)).toBeCloseTo(Math.max(level - 10, Math.min(-20, level + 18)), 0);
  }
});

it("changes nothing while the level is unknown or usual, and never overflows", () => {
  const gain = createAutomaticGain();
  expect(gain(frame(3_000), null)).toEqual(frame(3_000));
  for (let n = 0; n < 100; n++) expect(gain(frame(3_000), -27)).toEqual(frame(3_000));
  for (let n = 0; n < 300; n++) gain(frame(30_000), -60);
  expect(Math.max(...gain(frame(30_000), -60))).toBe(32_767);
});

import { expect, it } from "vitest";
import { FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import { createLoudness } from "./loudness";
import { trimSilence } from "./silence";

const frame = (amplitude: number): Int16Array =>
  Int16Array.from({ length: FRAME_SAMPLES }, (_, i) => Math.round(amplitude * Math.sin(i / 3)));

it("takes what stands over the noise of the line for speech", () => {
  const loudness = createLoudness();
  const probability = (amplitude: number, frames: number) =>
    Array.from({ length: frames }, () => loudness(frame(amplitude))).at(-1) ?? 0;
  expect(probability(0, 50)).toBeLessThan(0.1);
  expect(probability(6_000, 10)).toBeGreaterThan(0.9);
  expect(probability(0, 5)).toBeLessThan(0.1);
  // A fan that starts counts as speech at first, and as noise once it continues.
  expect(probability(600, 1_500)).toBeLessThan(0.5);
  expect(probability(6_000, 10)).toBeGreaterThan(0.9);
});

it("cuts the silence around speech, with a margin, and leaves nothing of silence alone", () => {
  const samples = new Int16Array(16_000);
  samples.set(frame(5_000), 8_000);
  expect(trimSilence(samples).length).toBeLessThan(FRAME_SAMPLES + 2 * 480 + 1);
  expect(trimSilence(samples).length).toBeGreaterThan(FRAME_SAMPLES);
  expect(trimSilence(new Int16Array(500)).length).toBe(0);
});

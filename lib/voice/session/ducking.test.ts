import { expect, it } from "vitest";
import { rms } from "@/lib/platform/audio";
import { FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import { createDucking } from "./ducking";

const frame = () => new Int16Array(FRAME_SAMPLES).fill(8_000);

it("plays more quietly within three frames, and returns to the full volume", () => {
  const ducking = createDucking();
  expect(ducking.apply(frame())).toEqual(frame());
  ducking.duck();
  const quieter = [1, 2, 3].map(() => ducking.apply(frame()));
  expect(rms(quieter[2] as Int16Array)).toBeCloseTo(rms(frame()) / 4, 3);
  ducking.restore();
  const louder = [1, 2, 3].map(() => ducking.apply(frame()));
  expect(louder[2]).toEqual(frame());
});

it("changes no frame that others share, and makes no click", () => {
  const ducking = createDucking();
  const shared = frame();
  ducking.duck();
  const quieter = ducking.apply(shared);
  expect(shared).toEqual(frame());
  const steps = quieter.slice(1).map((sample, i) => Math.abs(sample - (quieter[i] as number)));
  expect(Math.max(...steps)).toBeLessThan(20);
});

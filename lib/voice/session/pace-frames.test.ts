import { expect, test } from "vitest";
import { FRAME_MS } from "@/lib/platform/audio";
import { createPacer } from "./pace-frames";

test("audio in real time is relayed, for any length of time", () => {
  const mayRelay = createPacer();
  const relayed = Array.from({ length: 5_000 }, (_, i) => mayRelay(i * FRAME_MS));
  expect(relayed.every(Boolean)).toBe(true);
});

test("a burst after a stall is relayed for 300 ms, and its excess is dropped", () => {
  const mayRelay = createPacer();
  const burst = Array.from({ length: 100 }, () => mayRelay(10_000));
  expect(burst.filter(Boolean)).toHaveLength(300 / FRAME_MS);
  // The queue at the other side is played meanwhile.
  expect(mayRelay(10_000 + FRAME_MS)).toBe(true);
  expect(mayRelay(10_000 + FRAME_MS)).toBe(false);
});

import { expect, test } from "vitest";
import { delayMs, MAX_AGE_MS, restMs } from "./backoff";

const MIDDLE = () => 0.5;

test("a delivery is tried ever more rarely, over 24 hours, and then given up", () => {
  const delays: number[] = [];
  for (let n = 1; ; n++) {
    const delay = delayMs(n, 0, MIDDLE);
    if (delay === null) break;
    delays.push(delay);
  }
  const total = delays.reduce((a, b) => a + b, 0);
  expect(delays).toEqual([...delays].sort((a, b) => a - b));
  expect(total).toBeGreaterThan(23 * 3_600_000);
  expect(total).toBeLessThanOrEqual(MAX_AGE_MS);
  expect(delayMs(1, MAX_AGE_MS, MIDDLE)).toBeNull();
});

test("what failed together is tried apart, within a fifth", () => {
  expect(delayMs(1, 0, () => 0)).toBe(4_000);
  expect(delayMs(1, 0, () => 1)).toBe(6_000);
});

test("an endpoint that takes nothing rests ever longer, ten minutes at most", () => {
  expect(restMs(1, MIDDLE)).toBe(5_000);
  expect(restMs(2, MIDDLE)).toBe(10_000);
  expect(restMs(1_000, MIDDLE)).toBe(600_000);
});

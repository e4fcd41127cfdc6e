import { expect, test } from "vitest";
import { backoffMs, delayMs, MAX_AGE_MS } from "./backoff";

const MIDDLE = () => 0.5;

test("a delivery is retried with growing delays over 24 hours, and then fails permanently", () => {
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

test("simultaneous failures are retried at different times, within a fifth", () => {
  expect(delayMs(1, 0, () => 0)).toBe(4_000);
  expect(delayMs(1, 0, () => 1)).toBe(6_000);
});

test("the backoff of a failing endpoint grows to at most ten minutes", () => {
  expect(backoffMs(1, MIDDLE)).toBe(5_000);
  expect(backoffMs(2, MIDDLE)).toBe(10_000);
  expect(backoffMs(1_000, MIDDLE)).toBe(600_000);
});

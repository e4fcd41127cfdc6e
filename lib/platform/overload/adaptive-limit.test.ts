import { expect, test } from "vitest";
import { type AdaptiveLimit, createAdaptiveLimit } from "./adaptive-limit";

function measure(adaptive: AdaptiveLimit, times: number, lateMs: number, underWay?: number): number {
  for (let i = 0; i < times; i++) adaptive.measure(lateMs, underWay ?? adaptive.limit());
  return adaptive.limit();
}

test("the limit grows while it is reached and the process keeps up", () => {
  const adaptive = createAdaptiveLimit();
  const start = adaptive.limit();
  expect(measure(adaptive, 10, 3)).toBeGreaterThan(2 * start);
  expect(measure(adaptive, 60, 3)).toBeGreaterThan(1_000);
});

test("an idle process keeps its limit", () => {
  const adaptive = createAdaptiveLimit();
  const start = adaptive.limit();
  expect(measure(adaptive, 100, 0, 2)).toBe(start);
});

test("a late process gets less work, but never none", () => {
  const adaptive = createAdaptiveLimit();
  const grown = measure(adaptive, 20, 3);
  expect(measure(adaptive, 4, 80)).toBeLessThan(grown * 0.7);
  expect(measure(adaptive, 100, 80)).toBe(10);
});

test("the limit does not shrink further until as many requests have ended", () => {
  const adaptive = createAdaptiveLimit();
  const grown = measure(adaptive, 30, 3);
  const shrunk = measure(adaptive, 3, 80, grown);
  expect(shrunk).toBe(Math.floor(grown * 0.8));
  expect(measure(adaptive, 50, 80, grown)).toBe(shrunk);
  expect(measure(adaptive, 1, 80, shrunk)).toBe(Math.floor(shrunk * 0.8));
});

test("a pause of the garbage collector, which makes two measurements late, changes nothing", () => {
  const adaptive = createAdaptiveLimit();
  const start = adaptive.limit();
  for (const lateMs of [400, 300, 0, 400, 300, 0]) adaptive.measure(lateMs, 20);
  expect(adaptive.limit()).toBe(start);
});

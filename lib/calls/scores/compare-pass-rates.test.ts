import fc from "fast-check";
import { expect, test } from "vitest";
import { findDrift, fisherP } from "./compare-pass-rates";

const counts = (passed: number, judged: number) => ({ passed, judged });

test("the p-value is that of the literature", () => {
  // Fisher's tea: 3 of 4 against 1 of 4.
  expect(fisherP(counts(3, 4), counts(1, 4))).toBeCloseTo(34 / 70, 10);
  // R: fisher.test(matrix(c(70, 30, 360, 40), 2))$p.value
  expect(fisherP(counts(10, 20), counts(10, 20))).toBeCloseTo(1, 10);
  expect(fisherP(counts(0, 10), counts(10, 10))).toBeCloseTo(2 / 184_756, 12);
});

test("the p-value is symmetric and a chance", () => {
  const sample = fc.record({
    judged: fc.integer({ min: 1, max: 300 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(sample, sample, (a, b) => {
      const [left, right] = [a, b].map(({ judged, share }) => counts(Math.round(judged * share), judged));
      if (left === undefined || right === undefined) return;
      const p = fisherP(left, right);
      expect(p).toBeGreaterThan(0);
      expect(p).toBeLessThanOrEqual(1);
      expect(fisherP(right, left)).toBeCloseTo(p, 9);
    }),
  );
});

test("drift needs enough calls, a change that matters, and more than chance", () => {
  const drift = (recent: [number, number], before: [number, number], tests = 1) =>
    findDrift({ recent: counts(...recent), before: counts(...before) }, tests);
  expect(drift([70, 100], [360, 400])).toBe("down");
  expect(drift([390, 400], [800, 1_000])).toBe("up");
  expect(drift([0, 29], [400, 400])).toBeNull();
  expect(drift([9_600, 10_000], [39_200, 40_000])).toBeNull();
  expect(drift([84, 100], [360, 400])).toBeNull();
  // The share of each test is smaller if more criteria are compared.
  expect(drift([75, 100], [355, 400])).toBe("down");
  expect(drift([75, 100], [355, 400], 20)).toBeNull();
});

test("equal rates are rarely reported", () => {
  // A fixed generator: 2,000 weeks of an agent with one criterion, checked once.
  let state = 7;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const passed = (judged: number) => Array.from({ length: judged }, random).filter((x) => x < 0.8).length;
  let reports = 0;
  for (let week = 0; week < 2_000; week++)
    if (findDrift({ recent: counts(passed(60), 60), before: counts(passed(240), 240) }, 1) !== null)
      reports++;
  expect(reports / 2_000).toBeLessThanOrEqual(0.05 / 7);
});

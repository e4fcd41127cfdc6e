import { expect, test } from "vitest";
import { upperBound } from "./bound";

// Values of R's binom.test(k, n, alternative = "less").
test.each([
  [0, 300, 0.00994],
  [0, 10, 0.2589],
  [1, 100, 0.0466],
  [5, 100, 0.1023],
  [46, 184, 0.308],
])("%i of %i: at most %f", (failures, n, bound) => {
  expect(upperBound(failures, n)).toBeCloseTo(bound, 3);
});

test("nothing is known without a case, or where all fail", () => {
  expect(upperBound(0, 0)).toBe(1);
  expect(upperBound(7, 7)).toBe(1);
});

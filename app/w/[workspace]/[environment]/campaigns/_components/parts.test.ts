import { expect, it } from "vitest";
import { donePercent, partsOf } from "./parts";

const counts = {
  total: 20,
  pending: 4,
  active: 2,
  completed: 6,
  reached: 5,
  held: 1,
  blocked: 3,
  failed: 1,
};

it("puts each contact in one part, canceled contacts included, and omits empty parts", () => {
  const parts = partsOf(counts);
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(20);
  expect(parts.find(({ id }) => id === "canceled")?.count).toBe(3);
  expect(partsOf({ ...counts, total: 17 }).some(({ id }) => id === "canceled")).toBe(false);
});

it("shows 100 percent only when no contact is pending", () => {
  expect(donePercent(counts)).toBe(65);
  expect(donePercent({ ...counts, total: 100_000, pending: 1, active: 0, held: 0 })).toBe(99);
  expect(donePercent({ ...counts, pending: 0, active: 0, held: 0 })).toBe(100);
  expect(donePercent({ ...counts, total: 0, pending: 0, active: 0, held: 0 })).toBe(0);
});

import { expect, test } from "vitest";
import { isOver, isSameState } from "./progress-state";

const COUNTS = { total: 3, pending: 2, active: 1, completed: 0, reached: 0, held: 0, blocked: 0, failed: 0 };
const RUNNING = { status: "running", counts: COUNTS } as const;

test("states with the same counts in another order are the same", () => {
  const reversed = Object.fromEntries(Object.entries(COUNTS).reverse()) as typeof COUNTS;
  expect(isSameState(RUNNING, { status: "running", counts: reversed })).toBe(true);
  expect(isSameState(RUNNING, { ...RUNNING, status: "paused" })).toBe(false);
  expect(isSameState(RUNNING, { status: "running", counts: { ...COUNTS, pending: 1, active: 2 } })).toBe(
    false,
  );
});

test("a canceled campaign is over once no contact waits", () => {
  expect(isOver({ status: "canceled", counts: COUNTS })).toBe(false);
  expect(isOver({ status: "canceled", counts: { ...COUNTS, pending: 0, active: 0 } })).toBe(true);
  expect(isOver(RUNNING)).toBe(false);
});

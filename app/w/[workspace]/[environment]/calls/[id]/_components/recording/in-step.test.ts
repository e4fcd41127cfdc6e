import { describe, expect, test } from "vitest";
import type { Turn } from "@/lib/calls/calls/schema";
import { isHeard, positionOf, turnAt } from "./in-step";

const turn = (index: number, start_ms: number, end_ms: number): Turn => ({
  index,
  role: "agent",
  text: "",
  start_ms,
  end_ms,
  interrupted: false,
});
/** The recording begins behind the announcement, two seconds into the call. */
const recording = { started_ms: 2_000, duration_ms: 10_000 };
const turns = [turn(0, 500, 1_800), turn(1, 2_200, 4_000), turn(2, 5_000, 6_000), turn(3, 5_800, 8_000)];

describe("the turn that is heard", () => {
  test("is told by the call's time, in which the recording begins later", () => {
    expect(turnAt(turns, recording, 0)).toBeNull();
    expect(turnAt(turns, recording, 200)).toBe(1);
    expect(turnAt(turns, recording, 3_500)).toBe(2);
  });
  test("stays for a pause, and then no turn is active", () => {
    expect(turnAt(turns, recording, 2_300)).toBe(1);
    expect(turnAt(turns, recording, 2_900)).toBeNull();
  });
  test("is the one that interrupts", () => {
    expect(turnAt(turns, recording, 3_900)).toBe(3);
  });
});

test("what was said before the recording began, or took no time, cannot be heard", () => {
  expect(turns.map((candidate) => isHeard(candidate, recording))).toEqual([false, true, true, true]);
  expect(isHeard(turn(4, 3_000, 3_000), recording)).toBe(false);
  expect(positionOf(turn(5, 1_500, 3_000), recording)).toBe(0);
  expect(positionOf(turn(6, 5_000, 6_000), recording)).toBe(3_000);
});

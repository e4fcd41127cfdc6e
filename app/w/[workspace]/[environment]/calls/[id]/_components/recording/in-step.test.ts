import { describe, expect, test } from "vitest";
import type { Turn } from "@/lib/calls/calls/schema";
import { isHeard, latestTurn, neighborTurn, turnAt } from "./in-step";

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

describe("the turn at a time of the call", () => {
  test("is the one that is spoken then, recorded or not", () => {
    expect(turnAt(turns, 0)).toBeNull();
    expect(turnAt(turns, 500)).toBe(0);
    expect(turnAt(turns, 2_200)).toBe(1);
    expect(turnAt(turns, 5_500)).toBe(2);
  });
  test("stays for a pause, and then no turn is active", () => {
    expect(turnAt(turns, 4_300)).toBe(1);
    expect(turnAt(turns, 4_900)).toBeNull();
  });
  test("is the one that interrupts, or that took no time", () => {
    expect(turnAt(turns, 5_900)).toBe(3);
    expect(turnAt([turn(0, 9_000, 9_000)], 9_000)).toBe(0);
  });
});

test("what was said before the recording began, or took no time, cannot be heard", () => {
  expect(turns.map((candidate) => isHeard(candidate, recording))).toEqual([false, true, true, true]);
  expect(isHeard(turn(4, 3_000, 3_000), recording)).toBe(false);
});

test("the latest turn has begun, even if it is over", () => {
  expect(latestTurn(turns, 4_900)?.index).toBe(1);
  expect(latestTurn(turns, 0)?.index).toBe(0);
  expect(latestTurn([], 0)).toBeNull();
});

test("one goes from turn to turn, and first back to the start of a longer one", () => {
  expect(neighborTurn(turns, null, "next")?.index).toBe(0);
  expect(neighborTurn(turns, 500, "next")?.index).toBe(1);
  expect(neighborTurn(turns, 5_800, "next")).toBeNull();
  expect(neighborTurn(turns, 3_900, "previous")?.index).toBe(1);
  expect(neighborTurn(turns, 2_200, "previous")?.index).toBe(0);
  expect(neighborTurn(turns, 500, "previous")?.index).toBe(0);
  expect(neighborTurn([], 500, "previous")).toBeNull();
});

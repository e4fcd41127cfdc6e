import { expect, test } from "vitest";
import type { Turn } from "@/lib/calls/calls/schema";
import { axisLength, percentOf, ticksOf } from "./time-axis";

const turn = (start_ms: number, end_ms: number): Turn => ({
  index: 0,
  role: "agent",
  text: "",
  start_ms,
  end_ms,
  interrupted: false,
});
const recording = (trace: unknown[] = []) => ({
  state: "none" as const,
  announced_at: null,
  opted_out_at: null,
  duration_ms: null,
  expires_at: null,
  trace,
});

test("the axis reaches to the last event of the call of any kind", () => {
  const call = {
    transcript: [turn(0, 4_000), turn(5_000, 5_000)],
    duration_ms: 6_000,
    recording: recording(),
  };
  expect(axisLength(call, null)).toBe(6_000);
  expect(axisLength(call, { started_ms: 2_000, duration_ms: 7_500 })).toBe(9_500);
  const step = { event: "stopped", at: "2026-01-01T00:00:00.000Z", at_ms: 12_000 };
  expect(axisLength({ ...call, recording: recording([step]) }, null)).toBe(12_000);
  expect(axisLength({ transcript: [], duration_ms: null, recording: recording() }, null)).toBe(1_000);
});

test("a position outside of the axis is at its end", () => {
  expect(percentOf(2_500, 10_000)).toBe(25);
  expect(percentOf(20_000, 10_000)).toBe(100);
  expect(percentOf(-5, 10_000)).toBe(0);
});

test("labels are at round times, and never too many", () => {
  expect(ticksOf(42_000, 6)).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
  expect(ticksOf(3_600_000, 6).length).toBeLessThanOrEqual(6);
  expect(ticksOf(1_000, 6)).toEqual([0, 1_000]);
  const days = 40 * 86_400_000;
  expect(ticksOf(days, 6).length).toBeLessThanOrEqual(7);
});

import { expect, test } from "vitest";
import type { Turn } from "@/lib/calls/calls/schema";
import { latencyMsOf, latencySummary } from "./response-latency";

const turn = (extra: Partial<Turn>): Turn => ({
  index: 0,
  role: "agent",
  text: "Hello.",
  start_ms: 0,
  end_ms: 0,
  interrupted: false,
  ...extra,
});
const NO_DELAY = {
  endpointing_ms: 0,
  transcriber_ms: 0,
  model_ms: 0,
  voice_ms: 0,
  processing_ms: 0,
  transport_ms: 0,
};

test("a spoken answer is measured to its first sound, a written one to its first word", () => {
  expect(latencyMsOf(turn({ latency_ms: 300, delays: { ...NO_DELAY, total_ms: 900 } }))).toBe(900);
  expect(latencyMsOf(turn({ latency_ms: 300 }))).toBe(300);
  expect(latencyMsOf(turn({}))).toBeNull();
  expect(latencyMsOf(turn({ role: "caller", latency_ms: 300 }))).toBeNull();
});

test("the summary has the median and the slowest of few answers", () => {
  const turns = [900, 100, 300].map((latency_ms) => turn({ latency_ms }));
  expect(latencySummary(turns)).toEqual({ p50Ms: 300, p95Ms: 900 });
  expect(latencySummary([turn({})])).toBeNull();
});

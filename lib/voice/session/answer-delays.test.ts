import { expect, test } from "vitest";
import { countAnswerDelays, DELAY_STEPS_MS, readAnswerDelays } from "./answer-delays";

test("an answer is counted once in each part, a delay at a bound in its bucket, and a longer one in the last", () => {
  const read = () => structuredClone(readAnswerDelays());
  const before = read();
  const parts = {
    endpointing_ms: 500,
    transcriber_ms: 0,
    model_ms: 501,
    voice_ms: 99,
    processing_ms: 10_001,
  };
  countAnswerDelays({ ...parts, total_ms: 60_000, transport_ms: 120 });
  const buckets = read().map(({ part, counts, sumMs }, row) => {
    const added = counts.map((count, i) => count - (before[row]?.counts[i] ?? 0));
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(1);
    return [part, DELAY_STEPS_MS[added.indexOf(1)], sumMs - (before[row]?.sumMs ?? 0)];
  });
  expect(buckets).toEqual([
    ["total", undefined, 60_000],
    ["endpointing", 500, 500],
    ["transcriber", 50, 0],
    ["model", 750, 501],
    ["voice", 100, 99],
    ["processing", undefined, 10_001],
  ]);
});

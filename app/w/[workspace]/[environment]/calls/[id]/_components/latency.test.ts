import { expect, test } from "vitest";
import type { Turn } from "@/lib/calls/calls/schema";
import { latencyOf } from "./latency";

const answer = (model_ms: number): Turn =>
  ({
    delays: {
      total_ms: 400 + model_ms,
      endpointing_ms: 300,
      transcriber_ms: 20,
      model_ms,
      voice_ms: 70,
      processing_ms: 10,
      transport_ms: 120,
    },
  }) as Turn;

test("each part is the median of the measured answers, without turns that answer no utterance", () => {
  expect(latencyOf([answer(100), {} as Turn, answer(900), answer(200)])).toEqual({
    answers: 3,
    parts: {
      endpointing_ms: 300,
      transcriber_ms: 20,
      model_ms: 200,
      voice_ms: 70,
      processing_ms: 10,
      transport_ms: 120,
    },
  });
  expect(latencyOf([{} as Turn])).toBeNull();
});

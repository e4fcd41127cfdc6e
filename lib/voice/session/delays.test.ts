import { expect, test } from "vitest";
import { delaysOf } from "./delays";

const moments = { askedMs: 1_000, noticedMs: 1_400, heardMs: 1_450, textMs: 1_700, soundMs: 1_800 };

test("the parts of an answer's time make its whole; what is neither the model's nor another's is our own", () => {
  const delays = delaysOf(moments, { modelMs: 230, lagMs: 120 });
  expect(delays).toEqual({
    total_ms: 800,
    endpointing_ms: 400,
    transcriber_ms: 50,
    model_ms: 230,
    voice_ms: 100,
    processing_ms: 20,
    transport_ms: 120,
  });
});

test("a model that does not tell its time has all of it", () => {
  expect(delaysOf(moments, { modelMs: null, lagMs: 0 })).toMatchObject({ model_ms: 250, processing_ms: 0 });
});

test("times of different answers are not combined: keys were pressed after the speech", () => {
  expect(delaysOf({ ...moments, askedMs: 1_500 }, { modelMs: 1, lagMs: 0 })).toBeNull();
});

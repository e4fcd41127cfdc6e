import { afterEach, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { costOf, currency, sumOf } from "./prices";

const original = env.PROVIDER_PRICES;
afterEach(() => {
  Object.assign(env, { PROVIDER_PRICES: original });
});

test("a provider's use costs what the operator's prices say, to a hundredth of a cent", () => {
  const prices = {
    "transcriber:deepgram": { per_minute: 0.0077, per_call: 0.01 },
    "model:openai": { per_turn: 0.002 },
  };
  Object.assign(env, { PROVIDER_PRICES: { currency: "EUR", prices } });
  expect(costOf({ name: "transcriber:deepgram", calls: 2, ms: 90_000, turns: 30 })).toBe(0.0316);
  expect(costOf({ name: "model:openai", calls: 2, ms: 90_000, turns: 30 })).toBe(0.06);
  expect(costOf({ name: "voice:unpriced", calls: 2, ms: 90_000, turns: 30 })).toBeNull();
  expect(sumOf([0.0316, null, 0.06])).toBe(0.0916);
  expect(currency()).toBe("EUR");
});

test("without prices there are no costs", () => {
  Object.assign(env, { PROVIDER_PRICES: undefined });
  expect(costOf({ name: "model:openai", calls: 1, ms: 1, turns: 1 })).toBeNull();
  expect([sumOf([null, null]), currency()]).toEqual([null, null]);
});

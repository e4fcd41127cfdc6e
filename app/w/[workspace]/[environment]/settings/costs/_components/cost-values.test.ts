import { expect, it } from "vitest";
import { SetPriceList } from "@/lib/agents/prices/schema";
import { limitBodyOf, limitValuesOf, priceLinesOf, pricesOf } from "./cost-values";

const PRICE = {
  provider: "house",
  model: "*",
  unit: "output_tokens" as const,
  currency: "EUR",
  amount: "0.60",
  per: 1_000_000 as const,
  valid_from: "2026-01-01",
};

it("sends the prices and limits that it has read", () => {
  const text = priceLinesOf([PRICE, { ...PRICE, model: "m" }]);
  expect(SetPriceList.parse({ prices: pricesOf(`${text}\n\n`) }).prices).toEqual([
    PRICE,
    { ...PRICE, model: "m" },
  ]);
  const limits = {
    currency: "EUR",
    per_day: "5",
    per_month: null,
    reserve_per_call: "0.25",
    used_today: "0",
    used_this_month: "0",
    revision: "",
    changed_at: null,
  };
  expect(limitBodyOf(limitValuesOf(limits))).toEqual({
    currency: "EUR",
    per_day: "5",
    per_month: null,
    reserve_per_call: "0.25",
  });
});

it("lets the schema find an incomplete line", () => {
  expect(SetPriceList.safeParse({ prices: pricesOf("house, *, output_tokens") }).success).toBe(false);
});

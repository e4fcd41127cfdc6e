import fc from "fast-check";
import { expect, it } from "vitest";
import { isCostComplete, type MeasuredUse, priceUses, sumCosts, toCostLines } from "./calculate-cost";
import { formatCost, multiplyPrice } from "./decimal";
import { type Price, SetPriceList } from "./schema";

const price = (fields: Partial<Price>): Price => ({
  provider: "house",
  model: "*",
  unit: "output_tokens",
  currency: "EUR",
  amount: "0.6",
  per: 1_000_000,
  valid_from: "2026-01-01",
  ...fields,
});
const use = (fields: Partial<MeasuredUse> = {}): MeasuredUse => ({
  provider: "house",
  model: "m",
  unit: "output_tokens",
  quantity: 1_000_000,
  day: "2026-06-01",
  ...fields,
});
const totalOf = (prices: Price[], uses: MeasuredUse[]) => sumCosts(priceUses(prices, uses));

it("prices a use by the latest price that is valid on its day", () => {
  const prices = [price({ amount: "2", valid_from: "2026-06-01" }), price({ amount: "1" })];
  expect(totalOf(prices, [use({ day: "2026-05-31" })])).toEqual([{ currency: "EUR", amount: "1" }]);
  expect(totalOf(prices, [use()])).toEqual([{ currency: "EUR", amount: "2" }]);
});

it("prefers the price of the model, but only once it is valid", () => {
  const prices = [price({ amount: "1" }), price({ model: "m", amount: "5", valid_from: "2026-06-01" })];
  expect(totalOf(prices, [use()])).toEqual([{ currency: "EUR", amount: "5" }]);
  expect(totalOf(prices, [use({ day: "2026-05-31" })])).toEqual([{ currency: "EUR", amount: "1" }]);
});

it("never takes a missing price for zero", () => {
  for (const missing of [use({ provider: "x" }), use({ unit: "input_tokens" }), use({ day: "2025-12-31" })]) {
    const uses = priceUses([price({})], [use(), missing]);
    expect(isCostComplete(uses)).toBe(false);
    expect(sumCosts(uses)).toEqual([{ currency: "EUR", amount: "0.6" }]);
    expect(toCostLines(uses).map(({ cost }) => cost)).toContain(null);
  }
  expect(isCostComplete(priceUses([price({ amount: "0" })], [use()]))).toBe(true);
});

it("sums each currency separately", () => {
  const prices = [price({}), price({ unit: "input_tokens", currency: "USD", amount: "0.15" })];
  expect(totalOf(prices, [use(), use({ unit: "input_tokens" })])).toEqual([
    { currency: "EUR", amount: "0.6" },
    { currency: "USD", amount: "0.15" },
  ]);
});

const amounts = fc
  .tuple(fc.nat(999_999), fc.nat(999_999_999))
  .map(([whole, nanos]) => `${whole}.${String(nanos).padStart(9, "0")}`);
const quantities = fc.array(fc.nat({ max: 2 ** 40 }), { minLength: 1, maxLength: 20 });
const pers = fc.constantFrom(1 as const, 1_000 as const, 1_000_000 as const);

it("gives the same exact sum for a quantity and for its parts", () => {
  fc.assert(
    fc.property(amounts, pers, quantities, (amount, per, parts) => {
      const prices = [price({ amount, per })];
      const whole = parts.reduce((sum, quantity) => sum + quantity, 0);
      const split = parts.map((quantity) => use({ quantity }));
      expect(totalOf(prices, split)).toEqual(totalOf(prices, [use({ quantity: whole })]));
      expect(toCostLines(priceUses(prices, split))).toMatchObject([{ quantity: whole }]);
    }),
  );
});

it("formats every amount without loss", () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const [whole = "", fraction = ""] = formatCost(multiplyPrice(amount, 1, 1)).split(".");
      const [wholePart = "", decimals = ""] = amount.split(".");
      expect(Number(whole)).toBe(Number(wholePart));
      expect(fraction.padEnd(9, "0")).toBe(decimals);
    }),
  );
  expect(formatCost(1n)).toBe("0.000000000000001");
});

it("refuses amounts that are no exact decimals, and two prices for the same day", () => {
  expect(SetPriceList.safeParse({ prices: [price({})] }).success).toBe(true);
  for (const amount of ["1e3", "-1", ".5", "1.", "0.0000000001", "1000000", "NaN"])
    expect(SetPriceList.safeParse({ prices: [price({ amount })] }).success).toBe(false);
  expect(SetPriceList.safeParse({ prices: [price({}), price({ amount: "1" })] }).success).toBe(false);
});

import { expect, it } from "vitest";
import { TrunkLimits } from "@/lib/outreach/trunk-limits/schema";
import { bodyOf, fieldOf, valuesOf } from "./trunk-limits-values";

const LIMITS = {
  prices: {
    currency: "EUR",
    as_of: "2026-11-01",
    default_per_minute: 0.5,
    by_prefix: [
      { prefix: "+44", per_minute: 0.02 },
      { prefix: "+447", per_minute: 0.06 },
    ],
  },
  per_day: 100,
  per_hour: null,
  calls_per_country: 30,
  failed_percent: null,
};

it.each([LIMITS, { ...LIMITS, prices: null }])("sends what it has read", (limits) => {
  expect(TrunkLimits.parse(bodyOf(valuesOf(limits)))).toEqual(limits);
});

it("leaves mistakes to the schema, which finds their inputs", () => {
  const values = { ...valuesOf(LIMITS), prefixes: "+44 0.02\n44 much", perHour: "ten", defaultPrice: "" };
  const { error } = TrunkLimits.safeParse(bodyOf(values));
  const fields = new Set(error?.issues.map(({ path }) => fieldOf(path.join("."))));
  expect([...fields].sort()).toEqual(["defaultPrice", "perHour", "prefixes"]);
});

import { describe, expect, it } from "vitest";
import {
  DEFAULT_LIMITS,
  findNearLimits,
  findReachedLimit,
  minutePriceOf,
  type TrunkUsage,
} from "./reached-limit";
import { TrunkLimits } from "./schema";

const PRICES = {
  currency: "EUR",
  as_of: "2026-11-01",
  default_per_minute: 0.5,
  by_prefix: [
    { prefix: "+44", per_minute: 0.01 },
    { prefix: "+447", per_minute: 0.03 },
    { prefix: "+1", per_minute: 0.02 },
  ],
};
const NONE = { prices: null, per_day: null, per_hour: null, calls_per_country: null, failed_percent: null };
const UNUSED: TrunkUsage = {
  dayMinutes: 0,
  daySpend: 0,
  hourMinutes: 0,
  hourSpend: 0,
  hourCalls: 0,
  hourFailed: 0,
  countryCalls: 0,
  hourEnd: "2026-11-28T10:00:00.000Z",
  dayEnd: "2026-11-29T00:00:00.000Z",
};
const HOME = { minutePrice: 0, isForeign: false };

it("prices a number by its longest prefix", () => {
  expect(minutePriceOf(PRICES, "+442071838750")).toBe(10_000);
  expect(minutePriceOf(PRICES, "+447911123456")).toBe(30_000);
  expect(minutePriceOf(PRICES, "+8613812345678")).toBe(500_000);
  expect(minutePriceOf(null, "+442071838750")).toBe(0);
});

describe("a limit", () => {
  it("of minutes allows the last minute and no further one", () => {
    const limits = { ...NONE, per_hour: 10 };
    expect(findReachedLimit(limits, { ...UNUSED, hourMinutes: 9 }, HOME)).toBeNull();
    expect(findReachedLimit(limits, { ...UNUSED, hourMinutes: 10 }, HOME)).toEqual({
      kind: "hour",
      until: UNUSED.hourEnd,
    });
  });

  it("of money counts the first minute of the next call", () => {
    const limits = { ...NONE, prices: PRICES, per_day: 1 };
    const usage = { ...UNUSED, daySpend: 600_000, dayMinutes: 1_000_000 };
    expect(findReachedLimit(limits, usage, { minutePrice: 400_000, isForeign: true })).toBeNull();
    expect(findReachedLimit(limits, usage, { minutePrice: 400_001, isForeign: true })).toEqual({
      kind: "day",
      until: UNUSED.dayEnd,
    });
  });

  it("of calls to a country does not stop calls at home", () => {
    const limits = { ...NONE, calls_per_country: 3 };
    const usage = { ...UNUSED, countryCalls: 3 };
    expect(findReachedLimit(limits, usage, { ...HOME, isForeign: true })?.kind).toBe("country");
    expect(findReachedLimit(limits, usage, HOME)).toBeNull();
  });

  it("of failures needs twenty calls", () => {
    const limits = { ...NONE, failed_percent: 50 };
    expect(findReachedLimit(limits, { ...UNUSED, hourCalls: 19, hourFailed: 19 }, HOME)).toBeNull();
    expect(findReachedLimit(limits, { ...UNUSED, hourCalls: 20, hourFailed: 9 }, HOME)).toBeNull();
    expect(findReachedLimit(limits, { ...UNUSED, hourCalls: 20, hourFailed: 10 }, HOME)?.kind).toBe(
      "failures",
    );
  });
});

it("is near from 80 % to the limit", () => {
  const limits = { ...NONE, per_day: 100, per_hour: 10 };
  expect(findNearLimits(limits, { ...UNUSED, hourMinutes: 6, dayMinutes: 6 }, HOME)).toEqual([]);
  expect(findNearLimits(limits, { ...UNUSED, hourMinutes: 7, dayMinutes: 79 }, HOME)).toEqual([
    { kind: "day", until: UNUSED.dayEnd },
    { kind: "hour", until: UNUSED.hourEnd },
  ]);
  expect(findNearLimits(limits, { ...UNUSED, hourMinutes: 10 }, HOME)).toEqual([]);
});

it("limits trunks by default, in minutes", () => {
  expect(TrunkLimits.parse(DEFAULT_LIMITS)).toEqual(DEFAULT_LIMITS);
  expect(findReachedLimit(DEFAULT_LIMITS, { ...UNUSED, dayMinutes: 3_000 }, HOME)?.kind).toBe("day");
});

import { expect, test } from "vitest";
import { quantile } from "./histogram";
import { bucketsOf, presentRange, rangeOf } from "./range";

const NOW = "2026-11-21T22:30:00.000Z";
const hours = (bounds: readonly number[]): number[] =>
  bounds.slice(1).map((at, n) => (at - (bounds[n] ?? 0)) / 3_600_000);
const range = (from: string, to: string, zone: string) => rangeOf({ from, to }, zone, NOW);

test("the default is the last 30 days of the time zone, including today", () => {
  expect(presentRange(rangeOf({}, "Europe/Berlin", NOW))).toEqual({
    timezone: "Europe/Berlin",
    from: "2026-10-22T22:00:00.000Z",
    to: "2026-11-21T23:00:00.000Z",
  });
  // It is already tomorrow there.
  expect(presentRange(rangeOf({}, "Asia/Kolkata", NOW)).to).toBe("2026-11-22T18:30:00.000Z");
  expect(presentRange(rangeOf({ to: "2026-03-02" }, "UTC", NOW)).from).toBe("2026-02-01T00:00:00.000Z");
});

test("the day on which clocks are put forward has 23 hours, the one on which they are put back 25", () => {
  expect(hours(bucketsOf(range("2026-03-28", "2026-03-30", "Europe/Berlin"), "day"))).toEqual([24, 23, 24]);
  expect(hours(bucketsOf(range("2026-10-24", "2026-10-26", "Europe/Berlin"), "day"))).toEqual([24, 25, 24]);
  const back = bucketsOf(range("2026-10-25", "2026-10-25", "Europe/Berlin"), "hour");
  expect(hours(back)).toEqual(Array(25).fill(1));
  expect(hours(bucketsOf(range("2026-03-23", "2026-04-05", "Europe/Berlin"), "week"))).toEqual([167, 168]);
});

test("time zones with half and quarter hours, and with changes at midnight, consist of whole quarters of an hour", () => {
  for (const [zone, day] of [
    ["Asia/Kolkata", "2026-11-02"],
    ["Asia/Kathmandu", "2026-11-02"],
    ["Australia/Lord_Howe", "2026-04-05"],
    ["Australia/Lord_Howe", "2026-10-04"],
    ["America/Havana", "2026-11-01"],
    ["Africa/Cairo", "2026-04-24"],
    ["America/Santiago", "2026-09-06"],
  ] as const) {
    const whole = range(day, day, zone);
    expect(whole.days).toEqual({ fromMs: whole.fromMs, toMs: whole.toMs });
    const bounds = bucketsOf(whole, "hour");
    expect(bounds.every((at) => at % 900_000 === 0)).toBe(true);
    expect(hours(bounds).every((length) => length > 0 && length <= 1)).toBe(true);
    expect([bounds[0], bounds.at(-1)]).toEqual([whole.fromMs, whole.toMs]);
  }
});

test("times are extended to quarters of an hour, and only whole days are read as days", () => {
  const extended = range("2026-11-02T10:07:00Z", "2026-11-04T10:07:00+01:00", "Europe/Berlin");
  expect(presentRange(extended)).toMatchObject({
    from: "2026-11-02T10:00:00.000Z",
    to: "2026-11-04T09:15:00.000Z",
  });
  expect(extended.days).toEqual({
    fromMs: Date.parse("2026-11-02T23:00:00Z"),
    toMs: Date.parse("2026-11-03T23:00:00Z"),
  });
  const shortRange = range("2026-11-02T10:00:00Z", "2026-11-02T12:00:00Z", "UTC");
  expect(shortRange.days.fromMs).toBe(shortRange.days.toMs);
});

test("a period that ends before it begins, and too many buckets, are rejected", () => {
  expect(() => range("2026-11-02", "2026-11-01", "UTC")).toThrow("1 field is not valid");
  expect(() => bucketsOf(range("2026-01-01", "2026-11-01", "UTC"), "hour")).toThrow("1 field is not valid");
});

test("a quantile is the upper bound of its bucket, and null above the last one", () => {
  const histogram = new Map([
    ["1000", 90],
    ["500", 5],
    ["20000", 5],
  ]);
  expect([quantile(histogram, 0.05), quantile(histogram, 0.5), quantile(histogram, 0.95)]).toEqual([
    500, 1_000, 1_000,
  ]);
  expect(quantile(histogram, 0.96)).toBe(20_000);
  expect(quantile(new Map([["more", 1]]), 0.95)).toBeNull();
  expect(quantile(new Map(), 0.5)).toBeNull();
});

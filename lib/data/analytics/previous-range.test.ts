import { expect, test } from "vitest";
import { previousRangeOf } from "./previous-range";
import { presentPeriod, rangeOf } from "./range";

const NOW = "2026-11-25T10:05:00.000Z";
const previousOf = (from: string, to: string, zone: string, now = NOW) =>
  presentPeriod(previousRangeOf(rangeOf({ from, to }, zone, now), now));

test("the period before has as many days, across a change of clocks", () => {
  expect(previousOf("2026-11-01", "2026-11-07", "UTC")).toEqual({
    from: "2026-10-25T00:00:00.000Z",
    to: "2026-11-01T00:00:00.000Z",
  });
  expect(previousOf("2026-10-25", "2026-10-25", "Europe/Berlin")).toEqual({
    from: "2026-10-23T22:00:00.000Z",
    to: "2026-10-24T22:00:00.000Z",
  });
  expect(previousOf("2026-10-26", "2026-10-27", "Europe/Berlin")).toEqual({
    from: "2026-10-23T22:00:00.000Z",
    to: "2026-10-25T23:00:00.000Z",
  });
});

test("a period in progress is compared with as much of the one before", () => {
  expect(previousOf("2026-11-25", "2026-11-25", "UTC")).toEqual({
    from: "2026-11-24T00:00:00.000Z",
    to: "2026-11-24T10:15:00.000Z",
  });
  expect(previousOf("2026-11-19", "2026-11-25", "Asia/Kolkata")).toEqual({
    from: "2026-11-11T18:30:00.000Z",
    to: "2026-11-18T10:15:00.000Z",
  });
  const midnight = "2026-11-25T00:00:00.000Z";
  expect(previousOf("2026-11-25", "2026-11-25", "UTC", midnight)).toEqual({
    from: "2026-11-24T00:00:00.000Z",
    to: "2026-11-25T00:00:00.000Z",
  });
});

test("hours are compared with the hours before", () => {
  expect(previousOf("2026-11-24T09:00:00Z", "2026-11-24T12:00:00Z", "UTC")).toEqual({
    from: "2026-11-24T06:00:00.000Z",
    to: "2026-11-24T09:00:00.000Z",
  });
  expect(previousOf("2026-11-25T09:00:00Z", "2026-11-25T12:00:00Z", "UTC")).toEqual({
    from: "2026-11-25T06:00:00.000Z",
    to: "2026-11-25T07:15:00.000Z",
  });
});

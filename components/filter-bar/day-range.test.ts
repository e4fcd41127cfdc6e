import { expect, it } from "vitest";
import { daysBetween, firstDay, lastDay, startOfDay } from "./day-range";

it("turns whole days into the times between which they are, and back, in both zones", () => {
  for (const zone of ["local", "utc"] as const) {
    const after = startOfDay("2026-11-01", zone);
    const before = startOfDay("2026-11-30", zone, 1);
    expect([firstDay(after, zone), lastDay(before, zone)]).toEqual(["2026-11-01", "2026-11-30"]);
  }
  expect(startOfDay("2026-11-30", "utc", 1)).toBe("2026-12-01T00:00:00.000Z");
});

it("reads a start that is the last millisecond of the day before", () => {
  expect(firstDay("2026-10-31T23:59:59.999Z", "utc")).toBe("2026-11-01");
});

it("names whole days of another zone by their middays", () => {
  const day = { from: "2026-11-22", to: "2026-11-22" };
  expect(daysBetween("2026-11-22T07:59:59.999Z", "2026-11-23T08:00:00.000Z", "utc")).toEqual(day);
  expect(daysBetween("2026-11-21T23:00:00.000Z", "2026-11-22T23:00:00.000Z", "utc")).toEqual(day);
  expect(daysBetween("2026-11-22T00:00:00.000Z", "2026-11-23T00:00:00.000Z", "utc")).toEqual(day);
  // The clocks go back in New York.
  expect(daysBetween("2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z", "utc")).toEqual({
    from: "2026-11-01",
    to: "2026-11-01",
  });
  // Hours are not days.
  expect(daysBetween("2026-11-22T22:00:00.000Z", "2026-11-23T01:00:00.000Z", "utc")).toEqual({
    from: "2026-11-22",
    to: "2026-11-23",
  });
  expect(daysBetween(null, "2026-11-23T00:00:00.000Z", "utc")).toEqual({ from: "", to: "2026-11-22" });
});

it("has no day for an absent or invalid time", () => {
  for (const at of [null, undefined, "", "yesterday"]) {
    expect(firstDay(at, "utc")).toBe("");
    expect(lastDay(at, "local")).toBe("");
  }
  expect(startOfDay("", "utc")).toBeNull();
});

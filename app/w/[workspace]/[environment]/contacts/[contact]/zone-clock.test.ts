import { expect, test } from "vitest";
import { minutesOf, zoneClock } from "./zone-clock";

test("a moment is told on the clock of its zone, with the day that it is there", () => {
  expect(zoneClock("2026-11-21T04:30:00.000Z", "America/New_York")).toEqual({ day: "Fri", time: "23:30" });
  expect(zoneClock("2026-11-20T18:30:00.000Z", "Asia/Kolkata")).toEqual({ day: "Sat", time: "00:00" });
});

test("a time of the day is counted in minutes, up to the end of the day", () => {
  expect(minutesOf("00:00")).toBe(0);
  expect(minutesOf("08:15")).toBe(495);
  expect(minutesOf("24:00")).toBe(1_440);
});

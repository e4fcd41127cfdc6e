import { expect, it } from "vitest";
import { type Day, daysText } from "@/components/week";
import { english, englishFormatter } from "@/messages/testing/english";
import { attemptsText, durationText, windowText } from "./labels";

const t = english("campaigns");
const days = (list: readonly Day[]) => daysText(english("common.week"), englishFormatter, list);

it("says when a contact is retried, or that none is", () => {
  const text = (max: number, on: ("busy" | "no_answer")[]) =>
    attemptsText(t, englishFormatter, { max, retry_after_minutes: 60, on });
  expect(text(3, ["no_answer", "busy"])).toBe("At most 3 times, retried after 60 min on: No answer or Busy");
  expect(text(1, ["busy"])).toBe("Once");
  expect(text(3, [])).toBe("Once");
});

it("rounds a duration to the unit that fits", () => {
  expect([20, 300, 7_200, 200_000].map((seconds) => durationText(t, seconds).split(",")[0])).toEqual([
    "About 1 minute",
    "About 5 minutes",
    "About 2 hours",
    "About 2 days",
  ]);
});

it("names the time zone of a window", () => {
  const window = { days: ["mon", "wed"] as ("mon" | "wed")[], start: "09:00", end: "18:00" };
  expect(windowText(t, days, { ...window, timezone: "callee" })).toBe(
    "Mon, Wed, 09:00–18:00 in each contact's time zone",
  );
  expect(windowText(t, days, { ...window, timezone: "Europe/Berlin" })).toBe(
    "Mon, Wed, 09:00–18:00 in Europe/Berlin",
  );
});

import { expect, it } from "vitest";
import { aboutInWords, attemptsInWords, daysInWords } from "./labels";

it("says days in a row as a span, others one by one", () => {
  expect(daysInWords(["mon", "tue", "wed", "thu", "fri"])).toBe("Mon–Fri");
  expect(daysInWords(["mon", "wed"])).toBe("Mon, Wed");
  expect(daysInWords(["sat", "sun"])).toBe("Sat, Sun");
  expect(daysInWords(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])).toBe("Every day");
});

it("says when somebody is tried again, and that nobody is where nothing leads to it", () => {
  expect(attemptsInWords({ max: 3, retry_after_minutes: 60, on: ["busy"] })).toBe(
    "At most 3 times, again after 60 min if the line was busy",
  );
  expect(attemptsInWords({ max: 1, retry_after_minutes: 60, on: ["busy"] })).toBe("Once");
  expect(attemptsInWords({ max: 3, retry_after_minutes: 60, on: [] })).toBe("Once");
});

it("says a length of time without claiming more than is known", () => {
  expect([20, 300, 7_200, 200_000].map(aboutInWords)).toEqual(["a minute", "5 minutes", "2 hours", "2 days"]);
});

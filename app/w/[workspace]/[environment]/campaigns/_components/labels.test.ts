import { expect, it } from "vitest";
import { aboutInWords, attemptsInWords } from "./labels";

it("says when a contact is retried, or that none is", () => {
  expect(attemptsInWords({ max: 3, retry_after_minutes: 60, on: ["busy"] })).toBe(
    "At most 3 times, again after 60 min if the line was busy",
  );
  expect(attemptsInWords({ max: 1, retry_after_minutes: 60, on: ["busy"] })).toBe("Once");
  expect(attemptsInWords({ max: 3, retry_after_minutes: 60, on: [] })).toBe("Once");
});

it("says a length of time without claiming more than is known", () => {
  expect([20, 300, 7_200, 200_000].map(aboutInWords)).toEqual(["a minute", "5 minutes", "2 hours", "2 days"]);
});

import { expect, it } from "vitest";
import { english, englishFormatter } from "@/messages/testing/english";
import { clockChoices, type Day, daysText } from "./week";

const text = (days: readonly Day[]) => daysText(english("common.week"), englishFormatter, days);

it("says days in a row as a span, others one by one", () => {
  expect(text(["mon", "tue", "wed", "thu", "fri"])).toBe("Mon–Fri");
  expect(text(["mon", "wed"])).toBe("Mon, Wed");
  expect(text(["sat", "sun"])).toBe("Sat, Sun");
  expect(text(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])).toBe("Every day");
});

it("offers each half hour, midnight where something ends, and a time that is set to the minute", () => {
  expect(clockChoices("09:00", false)).toHaveLength(48);
  expect(clockChoices("09:00", true).at(-1)).toBe("24:00");
  expect(clockChoices("09:17", false)).toContain("09:17");
});

import { expect, it } from "vitest";
import { english, englishFormatter } from "@/messages/testing/english";
import { chipText } from "./chip-text";
import type { Filter, Get, Option } from "./filter";

const texts = {
  t: english("common.filters"),
  format: englishFormatter,
  zone: () => "utc" as const,
};
const textOf = (filter: Filter, query: Record<string, string>, options: readonly Option[] = []) => {
  const get: Get = (name) => query[name];
  return chipText(texts, filter, get, options);
};
const days: Filter = { kind: "days", id: "d", label: "Date", after: "after", before: "before", zone: "utc" };
const duration: Filter = { kind: "duration", id: "l", label: "Duration", min: "min", max: "max" };

it("names a choice by its label, and by its value until the options are loaded", () => {
  const status: Filter = { kind: "choice", id: "status", label: "Status", options: [] };
  const options = [{ value: "no_answer", label: "No answer" }];
  expect(textOf(status, { status: "no_answer" }, options)).toBe("Status is No answer");
  expect(textOf(status, { status: "no_answer" })).toBe("Status is no_answer");
});

it("names the days of a period with one or both ends", () => {
  const after = "2026-11-01T00:00:00.000Z";
  const before = "2026-12-01T00:00:00.000Z";
  expect(textOf(days, { after, before })).toBe("Date from Nov 1, 2026 to Nov 30, 2026");
  expect(textOf(days, { after, before: "2026-11-02T00:00:00.000Z" })).toBe("Date is Nov 1, 2026");
  expect(textOf(days, { after })).toBe("Date from Nov 1, 2026");
  expect(textOf(days, { before })).toBe("Date until Nov 30, 2026");
  expect(textOf(days, { after: "soon" })).toBe("Date");
});

it("names a duration in seconds", () => {
  expect(textOf(duration, { min: "60000", max: "90000" })).toBe("Duration 60 to 90 s");
  expect(textOf(duration, { min: "60000" })).toBe("Duration at least 60 s");
  expect(textOf(duration, { max: "90000" })).toBe("Duration at most 90 s");
});

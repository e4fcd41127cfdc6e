import { expect, it } from "vitest";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { english } from "@/messages/testing/english";
import { whenBodyOf, whenProblemsOf, whenValuesOf } from "./when-form";

const campaign = {
  window: { days: ["mon", "tue"], start: "09:00", end: "18:00", timezone: "callee" },
  starts_at: null,
  ends_at: "2026-12-01T10:00:00.000Z",
  max_concurrent_calls: 5,
  calls_per_second: 0.5,
  attempts: { max: 3, retry_after_minutes: 60, on: ["no_answer"] },
} as unknown as Campaign;

it("keeps the campaign's values, in the callee's time zone and in a fixed one", () => {
  expect(whenBodyOf(whenValuesOf(campaign))).toEqual(campaign);
  const fixed = { ...campaign, window: { ...campaign.window, timezone: "Europe/Berlin" } };
  expect(whenBodyOf(whenValuesOf(fixed))).toEqual(fixed);
});

it("reports each missing value at its field", () => {
  const values = whenValuesOf(campaign);
  const problems = whenProblemsOf(english("campaigns"), english("common.hours"), {
    ...values,
    zone: "fixed",
    calls_per_second: "",
    window: { ...values.window, days: [], start: "18:00", end: "09:00" },
  });
  const fields = Object.keys(problems).filter((field) => problems[field] !== null);
  expect(fields).toEqual(["window.days", "window.end", "window.timezone", "calls_per_second"]);
});

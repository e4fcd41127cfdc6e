import { expect, it } from "vitest";
import { english, englishFormatter } from "@/messages/testing/english";
import { changeOf, shareChangeOf } from "./change";

const writers = { t: english("analytics.change"), format: englishFormatter };
const change = (now: number | null, before: number | null, better: "more" | "less" | null = "more") =>
  changeOf(writers, { now, before, better, write: String });

it("a number is compared in percent of the previous one", () => {
  expect(change(30, 25)).toEqual({ text: "+20% from 25", tone: "good" });
  expect(change(20, 25)).toEqual({ text: "-20% from 25", tone: "bad" });
  expect(change(30, 25, "less")).toEqual({ text: "+20% from 25", tone: "bad" });
  expect(change(30, 25, null)?.tone).toBe("neutral");
  expect(change(25, 25)).toEqual({ text: "No change", tone: "neutral" });
});

it("a number of three times the previous one or more is a multiple of it", () => {
  expect(change(74, 25)?.text).toBe("+196% from 25");
  expect(change(75, 25)).toEqual({ text: "×3 from 25", tone: "good" });
  expect(change(1_440, 100, "less")).toEqual({ text: "×14.4 from 100", tone: "bad" });
});

it("nothing is divided by zero, and a missing number is not compared", () => {
  expect(change(5, 0)).toEqual({ text: "From 0", tone: "good" });
  expect(change(5, null)).toBeUndefined();
  expect(change(null, 5)).toBeUndefined();
});

it("a share is compared in percentage points", () => {
  expect(shareChangeOf(writers, { now: [3, 4], before: [1, 2], better: "more" })).toEqual({
    text: "+25 points from 50%",
    tone: "good",
  });
  expect(shareChangeOf(writers, { now: [1, 2], before: [2, 4], better: "more" })?.text).toBe("No change");
  expect(shareChangeOf(writers, { now: [0, 0], before: [1, 2], better: "more" })).toBeUndefined();
});

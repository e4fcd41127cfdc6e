import { expect, test } from "vitest";
import { english } from "@/messages/testing/english";
import { durationText } from "./duration";

test("a duration below a second is in milliseconds, a longer one in seconds with at most one decimal", () => {
  const t = english("tools.duration");
  expect([420, 1_000, 1_540, 30_000].map((ms) => durationText(t, ms))).toEqual([
    "420 ms",
    "1 s",
    "1.5 s",
    "30 s",
  ]);
});

import { expect, test } from "vitest";
import { english } from "@/messages/testing/english";
import { type Side, sideName, sideOf } from "./sides";

test("a side of the address is the draft or a version; other values give the fallback", () => {
  expect(["draft", "3", "0", "1e3", ["2"], undefined].map((param) => sideOf(param, "draft"))).toEqual([
    "draft",
    3,
    "draft",
    "draft",
    "draft",
    "draft",
  ]);
});

test("the summary of a comparison names both sides, and counts the differences if there are any", () => {
  const t = english("agents");
  const summary = (from: Side, to: Side, count: number) =>
    t("compare.summary", { from: String(from), to: String(to), count });
  expect(summary(2, "draft", 1)).toBe("From version 2 to the draft: 1 difference");
  expect(summary("draft", 12, 3)).toBe("From the draft to version 12: 3 differences");
  expect(summary(1, 2, 0)).toBe("From version 1 to version 2");
  expect([sideName(t, "draft"), sideName(t, 1_200)]).toEqual(["Draft", "Version 1200"]);
});

import { expect, test } from "vitest";
import { recordPath } from "./record-path";

test("records with a page have a path", () => {
  expect(recordPath("agt_1")).toBe("/agents/agt_1");
  expect(recordPath("cmp_1")).toBe("/campaigns/cmp_1");
  expect(recordPath("whk_1")).toBe("/webhooks/whk_1");
  expect(recordPath("mem_1")).toBeNull();
  expect(recordPath("example.com")).toBeNull();
});

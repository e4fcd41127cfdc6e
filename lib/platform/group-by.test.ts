import { expect, test } from "vitest";
import { groupBy } from "./group-by";

test("groups items by key and keeps their order", () => {
  const words = ["pear", "fig", "plum", "date", "nut"];
  expect([...groupBy(words, ({ length }) => length)]).toEqual([
    [4, ["pear", "plum", "date"]],
    [3, ["fig", "nut"]],
  ]);
  expect(groupBy([], String).size).toBe(0);
});

import { expect, test } from "vitest";
import { grouped } from "./grouped";

test("what has the same key stands together, in the order in which it came", () => {
  const words = ["pear", "fig", "plum", "date", "nut"];
  expect([...grouped(words, ({ length }) => length)]).toEqual([
    [4, ["pear", "plum", "date"]],
    [3, ["fig", "nut"]],
  ]);
  expect(grouped([], String).size).toBe(0);
});

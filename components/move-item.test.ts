import { expect, it } from "vitest";
import { moveItem } from "./move-item";

it("moves an item and leaves the order of all other ones", () => {
  expect(moveItem(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moveItem(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
});

it("changes nothing if a position does not exist", () => {
  for (const [from, to] of [
    [0, -1],
    [2, 3],
    [3, 0],
  ] as const)
    expect(moveItem(["a", "b", "c"], from, to)).toEqual(["a", "b", "c"]);
});

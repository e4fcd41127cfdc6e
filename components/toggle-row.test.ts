import { expect, it } from "vitest";
import { toggleRow } from "./toggle-row";

const ids = ["a", "b", "c", "d"];

it("toggles a row, and the range from the row before it", () => {
  const single = toggleRow({ ids, selected: new Set() }, "c", null);
  expect([...single]).toEqual(["c"]);
  const range = toggleRow({ ids, selected: single }, "a", "c");
  expect([...range].sort()).toEqual(["a", "b", "c"]);
  expect([...toggleRow({ ids, selected: range }, "b", "a")]).toEqual(["c"]);
  expect([...toggleRow({ ids, selected: new Set() }, "b", "gone")]).toEqual(["b"]);
});

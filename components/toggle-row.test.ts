import { expect, it } from "vitest";
import { toggleRow } from "./toggle-row";

const ids = ["a", "b", "c", "d"];

it("toggles a row, and the range from the row before it", () => {
  const one = toggleRow({ ids, selected: new Set() }, "c", null);
  expect([...one]).toEqual(["c"]);
  const range = toggleRow({ ids, selected: one }, "a", "c");
  expect([...range].sort()).toEqual(["a", "b", "c"]);
  expect([...toggleRow({ ids, selected: range }, "b", "a")]).toEqual(["c"]);
  expect([...toggleRow({ ids, selected: new Set() }, "b", "gone")]).toEqual(["b"]);
});

import { expect, it } from "vitest";
import { listMerges } from "./merged-rows";

it("lists the rows of each repeated number", () => {
  const merges = [{ rows: [2, 5] }, { rows: [3, 6, 7] }];
  expect(listMerges(merges, 3)).toEqual({ groups: merges, unlisted: 0 });
});

it("counts the merged rows that it does not list", () => {
  const merges = Array.from({ length: 8 }, (_, index) => ({ rows: [index + 2, index + 20] }));
  const { groups, unlisted } = listMerges(merges, 12);
  expect(groups).toHaveLength(5);
  expect(unlisted).toBe(7);
});

it("counts all merged rows of an import whose rows were not previewed", () => {
  expect(listMerges([], 4)).toEqual({ groups: [], unlisted: 4 });
});

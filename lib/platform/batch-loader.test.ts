import { expect, it } from "vitest";
import { createBatchLoader } from "./batch-loader";

const doublingLoader = (batches: number[][], maxItems = 10) =>
  createBatchLoader<number, number>({
    keyOf: (n) => (n < 100 ? "small" : "large"),
    maxItems,
    loadBatch: async (items) => {
      batches.push([...items]);
      if (items.includes(13)) throw new Error("unlucky");
      return items.map((n) => 2 * n);
    },
  });

it("batches concurrent items by key and returns each item's result", async () => {
  const batches: number[][] = [];
  const load = doublingLoader(batches);
  expect(await Promise.all([1, 2, 300, 4].map(load))).toEqual([2, 4, 600, 8]);
  expect(batches).toEqual([[1, 2, 4], [300]]);
});

it("limits the batch size and puts items that arrive meanwhile into the next batch", async () => {
  const batches: number[][] = [];
  const load = doublingLoader(batches, 2);
  const late = load(1).then(() => load(9));
  await Promise.all([load(2), load(3), late]);
  expect(batches).toEqual([
    [1, 2],
    [3, 9],
  ]);
  expect(await load(5)).toBe(10);
});

it("fails only the caller whose item fails", async () => {
  const load = doublingLoader([]);
  const [first, bad, last] = await Promise.allSettled([load(1), load(13), load(2)]);
  expect(first).toMatchObject({ value: 2 });
  expect(bad).toMatchObject({ reason: new Error("unlucky") });
  expect(last).toMatchObject({ value: 4 });
});

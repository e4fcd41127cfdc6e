import { expect, it } from "vitest";
import { createBatchLoader } from "./batch-loader";

const doublingLoader = (
  batches: number[][],
  maxItems = 10,
  options: { onFailure?: "retry" | "reject"; waiting?: { max: number; refuse(): Error } } = {},
) =>
  createBatchLoader<number, number>({
    onFailure: "retry",
    ...options,
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

it("fails every caller of a batch that is not retried", async () => {
  const batches: number[][] = [];
  const load = doublingLoader(batches, 10, { onFailure: "reject" });
  const results = await Promise.allSettled([load(1), load(13), load(300)]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect(batches).toEqual([[1, 13], [300]]);
});

it("refuses an item beyond the number that may wait, and loads the others", async () => {
  const waiting = { max: 2, refuse: () => new Error("full") };
  const load = doublingLoader([], 10, { waiting });
  const results = await Promise.allSettled([load(1), load(2), load(3)]);
  expect(results).toMatchObject([{ value: 2 }, { value: 4 }, { reason: new Error("full") }]);
  expect(await load(3)).toBe(6);
});

it("collects the items of an interval, and does not wait while more items wait than a batch holds", async () => {
  const batches: number[][] = [];
  const starts: number[] = [];
  const intervalMs = 30;
  const load = createBatchLoader<number, number>({
    maxItems: 2,
    intervalMs,
    onFailure: "reject",
    loadBatch: async (items) => {
      batches.push([...items]);
      starts.push(performance.now());
      return items;
    },
  });
  const beforeMs = performance.now();
  await Promise.all([load(1), load(2), load(3)]);
  await Promise.all([load(4), load(5)]);
  expect(batches).toEqual([[1, 2], [3], [4, 5]]);
  // The interval begins before its batch is loaded, so it is measured from before both: a busy machine only makes it longer.
  // setTimeout may fire up to a millisecond early.
  expect((starts[2] ?? 0) - beforeMs).toBeGreaterThanOrEqual(intervalMs - 1);
});

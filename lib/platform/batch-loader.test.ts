import { expect, it } from "vitest";
import { createBatchLoader } from "./batch-loader";

const doubled = (rounds: number[][], most = 10) =>
  createBatchLoader<number, number>({
    keyOf: (n) => (n < 100 ? "small" : "large"),
    maxItems: most,
    work: async (items) => {
      rounds.push([...items]);
      if (items.includes(13)) throw new Error("unlucky");
      return items.map((n) => 2 * n);
    },
  });

it("does together what is asked for together, a key by itself, and answers each", async () => {
  const rounds: number[][] = [];
  const ask = doubled(rounds);
  expect(await Promise.all([1, 2, 300, 4].map(ask))).toEqual([2, 4, 600, 8]);
  expect(rounds).toEqual([[1, 2, 4], [300]]);
});

it("does at most so many at once, and what comes meanwhile in the next round", async () => {
  const rounds: number[][] = [];
  const ask = doubled(rounds, 2);
  const late = ask(1).then(() => ask(9));
  await Promise.all([ask(2), ask(3), late]);
  expect(rounds).toEqual([
    [1, 2],
    [3, 9],
  ]);
  expect(await ask(5)).toBe(10);
});

it("lets nobody fail for somebody else's", async () => {
  const ask = doubled([]);
  const [one, bad, other] = await Promise.allSettled([ask(1), ask(13), ask(2)]);
  expect(one).toMatchObject({ value: 2 });
  expect(bad).toMatchObject({ reason: new Error("unlucky") });
  expect(other).toMatchObject({ value: 4 });
});

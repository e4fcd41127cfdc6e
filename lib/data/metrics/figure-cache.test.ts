import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createFigureCache } from "./figure-cache";

const TIMES = { keptMs: 60_000, waitMs: 30 };

test("repeated and concurrent reads return the same, with one query", async () => {
  const ask = vi.fn(async () => 7);
  const read = createFigureCache("part", ask, TIMES);
  expect(await Promise.all([read(), read(), read()])).toEqual([7, 7, 7]);
  expect(await read()).toBe(7);
  expect(ask).toHaveBeenCalledOnce();
});

test("a slow query delays no reader, runs once, and its result serves later readers", async () => {
  let done: (n: number) => void = () => undefined;
  const ask = vi.fn(
    () =>
      new Promise<number>((resolve) => {
        done = resolve;
      }),
  );
  const read = createFigureCache("part", ask, { keptMs: 0, waitMs: 30 });
  expect([await read(), await read()]).toEqual([null, null]);
  expect(ask).toHaveBeenCalledOnce();
  done(7);
  await pause(1);
  expect(await read()).toBe(7);
});

test("a slow query runs less often, for at most a tenth of the time", async () => {
  const ask = vi.fn(() => pause(30, 7));
  const read = createFigureCache("part", ask, { keptMs: 0, waitMs: 1_000 });
  await read();
  await pause(100);
  await read();
  expect(ask).toHaveBeenCalledOnce();
  await vi.waitFor(
    async () => {
      await read();
      expect(ask).toHaveBeenCalledTimes(2);
    },
    { timeout: 5_000 },
  );
});

test("a failed query returns null, and is retried immediately, however long it took", async () => {
  const ask = vi.fn(async () => 7);
  ask.mockImplementationOnce(() => pause(200).then(() => Promise.reject(new Error("down"))));
  const read = createFigureCache("part", ask, { keptMs: 0, waitMs: 1_000 });
  expect([await read(), await read()]).toEqual([null, 7]);
});

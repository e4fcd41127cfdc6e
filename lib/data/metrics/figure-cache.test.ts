import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createFigureCache } from "./figure-cache";

const TIMES = { keptMs: 60_000, waitMs: 30 };

afterEach(() => {
  vi.useRealTimers();
});

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
  // Nothing but the clock is fake: the reader's wait is real.
  vi.useFakeTimers({ toFake: ["performance"] });
  const ask = vi.fn(async () => {
    vi.advanceTimersByTime(30);
    return 7;
  });
  const read = createFigureCache("part", ask, { keptMs: 0, waitMs: 1_000 });
  await read();
  vi.advanceTimersByTime(9 * 30 - 1);
  await read();
  expect(ask).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1);
  await read();
  expect(ask).toHaveBeenCalledTimes(2);
});

test("a failed query returns null, and is retried immediately, however long it took", async () => {
  const ask = vi.fn(async () => 7);
  ask.mockImplementationOnce(() => pause(200).then(() => Promise.reject(new Error("down"))));
  const read = createFigureCache("part", ask, { keptMs: 0, waitMs: 1_000 });
  expect([await read(), await read()]).toEqual([null, 7]);
});

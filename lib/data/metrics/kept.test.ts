import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { kept } from "./kept";

const TIMES = { keptMs: 60_000, waitMs: 30 };

test("who asks again soon, or at the same time, is told the same, and the database is asked once", async () => {
  const ask = vi.fn(async () => 7);
  const read = kept("part", ask, TIMES);
  expect(await Promise.all([read(), read(), read()])).toEqual([7, 7, 7]);
  expect(await read()).toBe(7);
  expect(ask).toHaveBeenCalledOnce();
});

test("what takes too long holds no reader up, is not asked for twice, and serves those who come later", async () => {
  let done: (n: number) => void = () => undefined;
  const ask = vi.fn(
    () =>
      new Promise<number>((resolve) => {
        done = resolve;
      }),
  );
  const read = kept("part", ask, { keptMs: 0, waitMs: 30 });
  expect([await read(), await read()]).toEqual([null, null]);
  expect(ask).toHaveBeenCalledOnce();
  done(7);
  await pause(1);
  expect(await read()).toBe(7);
});

test("what took long is asked for the more seldom: a tenth of the time at most goes into it", async () => {
  const ask = vi.fn(() => pause(30, 7));
  const read = kept("part", ask, { keptMs: 0, waitMs: 1_000 });
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

test("what fails is no figure, and is asked for again at once, however long it took to fail", async () => {
  const ask = vi.fn(async () => 7);
  ask.mockImplementationOnce(() => pause(200).then(() => Promise.reject(new Error("down"))));
  const read = kept("part", ask, { keptMs: 0, waitMs: 1_000 });
  expect([await read(), await read()]).toEqual([null, 7]);
});

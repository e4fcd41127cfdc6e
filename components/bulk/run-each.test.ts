import { expect, it } from "vitest";
import { runEach } from "./run-each";

const ROWS = Array.from({ length: 20 }, (_, n) => n);
const pause = () => new Promise((resolve) => setTimeout(resolve));

it("runs at most four at a time, and reports each that has finished", async () => {
  let running = 0;
  let highest = 0;
  const finished: number[] = [];
  const work = async () => {
    running += 1;
    highest = Math.max(highest, running);
    await pause();
    running -= 1;
  };
  const { signal } = new AbortController();
  const { done, failed } = await runEach(ROWS, work, { signal, onProgress: (n) => finished.push(n) });
  expect(highest).toBe(4);
  expect(done).toHaveLength(20);
  expect(failed).toEqual([]);
  expect(finished).toEqual(ROWS.map((n) => n + 1));
});

it("continues after a failure, and returns the failed rows with their errors", async () => {
  const error = new Error("refused");
  const work = async (n: number) => {
    if (n === 3 || n === 7) throw error;
  };
  const { signal } = new AbortController();
  const { done, failed } = await runEach(ROWS, work, { signal, onProgress: () => undefined });
  expect(done).toHaveLength(18);
  expect(failed).toEqual([
    { row: 3, error },
    { row: 7, error },
  ]);
});

it("starts no further row after an abort", async () => {
  const controller = new AbortController();
  const started: number[] = [];
  const work = async (n: number) => {
    started.push(n);
    await pause();
    controller.abort();
  };
  await runEach(ROWS, work, { signal: controller.signal, onProgress: () => undefined });
  expect(started).toEqual([0, 1, 2, 3]);
});

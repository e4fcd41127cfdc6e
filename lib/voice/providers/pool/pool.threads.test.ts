import { MessageChannel } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import { threadEntry } from "./entry";
import { createPool, type Pool, type PoolOptions } from "./pool";
import type { Plan } from "./testing/plan";

const pools: Pool<Plan, number>[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function pool(options: Partial<PoolOptions> = {}): Pool<Plan, number> {
  const entry = threadEntry("testing/thread", import.meta.url);
  const testPool = createPool<Plan, number>({
    provider: "tested",
    entry,
    threads: 1,
    maxWaiting: 1,
    ...options,
  });
  pools.push(testPool);
  return testPool;
}

const never = new AbortController().signal;

/** A job that runs until it is told to end. */
function longJob(on: Pool<Plan, number>) {
  const { port1, port2 } = new MessageChannel();
  const result = on.run(port2, { transfer: [port2], limit: never });
  return { result, end: () => port1.postMessage("end") };
}

it("replaces a thread that died, and fails its job", async () => {
  const tested = pool();
  const first = await tested.run("answer", { limit: never });
  await expect(tested.run("die", { limit: never })).rejects.toMatchObject({
    provider: "tested",
    kind: "unavailable",
  });
  expect(await tested.run("answer", { limit: never })).not.toBe(first);
});

it("keeps the thread of a job that threw", async () => {
  const tested = pool();
  const first = await tested.run("answer", { limit: never });
  await expect(tested.run("fail", { limit: never })).rejects.toMatchObject({ kind: "unavailable" });
  expect(await tested.run("answer", { limit: never })).toBe(first);
});

it("ends a job that hangs at its time limit, with its thread", async () => {
  const tested = pool();
  const first = await tested.run("answer", { limit: never });
  await expect(tested.run("spin", { limit: AbortSignal.timeout(50) })).rejects.toMatchObject({
    kind: "timeout",
  });
  expect(await tested.run("answer", { limit: never })).not.toBe(first);
});

it("says at once that it is full", async () => {
  const tested = pool();
  await tested.run("answer", { limit: never });
  const running = longJob(tested);
  const waiting = tested.run("answer", { limit: never });
  await expect(tested.run("answer", { limit: never })).rejects.toMatchObject({ kind: "rate_limited" });
  running.end();
  expect(await waiting).toBe(await running.result);
});

it("runs jobs that wait side by side in one thread", async () => {
  const tested = pool({ jobsPerThread: 2 });
  const jobs = [longJob(tested), longJob(tested)];
  jobs[1]?.end();
  await jobs[1]?.result;
  jobs[0]?.end();
  expect(await jobs[0]?.result).toBe(await jobs[1]?.result);
});

it("fails what is running when it is closed", async () => {
  const tested = pool();
  const running = longJob(tested);
  const failed = expect(running.result).rejects.toMatchObject({ kind: "unavailable" });
  await tested.close();
  await failed;
});

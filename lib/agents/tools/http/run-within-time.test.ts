import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { runWithinTime } from "./run-within-time";
import { readCpuTime } from "./thread-cpu";

const LATE = { code: "ERR_SCRIPT_EXECUTION_TIMEOUT" };
/** Blocks without computing, like a process that gets no processor time. */
const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it("aborts a long computation", () => {
  expect(() => runWithinTime(() => /^(a+)+$/.test(`${"a".repeat(40)}!`))).toThrow(
    expect.objectContaining(LATE),
  );
});

/** Without the thread's processor time, other threads can use up the tries. */
const TRIES = readCpuTime().isOfThread ? 8 : 2;

it("does not abort a short computation on a busy machine", () => {
  let tries = 0;
  const work = () => {
    tries++;
    if (tries < TRIES) wait(1_000);
    return "done";
  };
  expect(runWithinTime(work)).toBe("done");
  expect(tries).toBe(TRIES);
});

it("fails after repeated starvation, and rethrows errors", () => {
  expect(() => runWithinTime(() => wait(1_000))).toThrow(expect.objectContaining(LATE));
  const expected = new Error("not a number");
  expect(() =>
    runWithinTime(() => {
      throw expected;
    }),
  ).toThrow(expected);
});

it("does not take the processor time of another thread for its own", async () => {
  const thread = new Worker("for (;;) Math.sqrt(2);", { eval: true });
  await once(thread, "online");
  let tries = 0;
  try {
    const work = () => {
      if (++tries < 2) wait(1_000);
      return "done";
    };
    expect(runWithinTime(work)).toBe("done");
  } finally {
    await thread.terminate();
  }
});

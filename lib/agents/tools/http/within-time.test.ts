import { expect, it } from "vitest";
import { withinTime } from "./within-time";

const LATE = { code: "ERR_SCRIPT_EXECUTION_TIMEOUT" };
/** The time passes, and nothing is computed: as for a process that others leave no processor to. */
const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it("breaks off what computes for too long", () => {
  expect(() => withinTime(() => /^(a+)+$/.test(`${"a".repeat(40)}!`))).toThrow(expect.objectContaining(LATE));
});

it("does not take a machine that was busy for a long computation", () => {
  let tries = 0;
  const work = () => {
    tries++;
    if (tries < 3) wait(1_000);
    return "done";
  };
  expect(withinTime(work)).toBe("done");
  expect(tries).toBe(3);
});

it("gives up where it is never given the time, and passes on what is thrown", () => {
  expect(() => withinTime(() => wait(1_000))).toThrow(expect.objectContaining(LATE));
  const thrown = new Error("not a number");
  expect(() =>
    withinTime(() => {
      throw thrown;
    }),
  ).toThrow(thrown);
});

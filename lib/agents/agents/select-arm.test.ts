import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SplitCaller, selectArm } from "./select-arm";

const SEED = 20_261_128;
const splitId = fc.string({ minLength: 1, maxLength: 30 });
const percent = fc.integer({ min: 1, max: 99 });
const numberHash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const caller: fc.Arbitrary<SplitCaller> = fc.record({
  numberHash: fc.option(numberHash),
  callId: fc.string({ minLength: 1, maxLength: 30 }),
});

describe("selectArm", () => {
  test("the candidate's share lies within the binomial bounds of its percentage", () => {
    const calls = 2_000;
    const share = fc.property(splitId, percent, (split, percentage) => {
      const expected = percentage / 100;
      const candidates = Array.from({ length: calls }, (_, n) =>
        selectArm(split, percentage, { numberHash: null, callId: `call_${n}` }),
      ).filter((arm) => arm === "candidate").length;
      // Five standard deviations: a correct share fails in less than one of a million runs.
      const bound = 5 * Math.sqrt(calls * expected * (1 - expected));
      expect(Math.abs(candidates - calls * expected)).toBeLessThanOrEqual(bound);
    });
    fc.assert(share, { seed: SEED, numRuns: 40 });
  });

  test("all calls of a number run the same version", () => {
    const sticky = fc.property(
      splitId,
      percent,
      numberHash,
      fc.string(),
      fc.string(),
      (split, share, hash, a, b) => {
        const first = selectArm(split, share, { numberHash: hash, callId: a });
        expect(selectArm(split, share, { numberHash: Buffer.from(hash), callId: b })).toBe(first);
      },
    );
    fc.assert(sticky, { seed: SEED, numRuns: 1_000 });
  });

  test("a larger percentage moves no caller from the candidate to the live version", () => {
    const grows = fc.property(splitId, percent, percent, caller, (split, a, b, person) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      if (selectArm(split, less, person) === "candidate")
        expect(selectArm(split, more, person)).toBe("candidate");
    });
    fc.assert(grows, { seed: SEED, numRuns: 2_000 });
  });

  test("another split assigns callers independently", () => {
    const callers = Array.from({ length: 2_000 }, (_, n) => ({ numberHash: null, callId: `call_${n}` }));
    const inTwoCandidates = callers.filter(
      (person) =>
        selectArm("spl_1", 50, person) === "candidate" && selectArm("spl_2", 50, person) === "candidate",
    ).length;
    expect(inTwoCandidates).toBeGreaterThan(400);
    expect(inTwoCandidates).toBeLessThan(600);
  });
});

import { expect, test } from "vitest";
import {
  afterFailure,
  allowedSlots,
  type BreakerState,
  CLOSED_BREAKER,
  FAILURES_TO_OPEN,
  hasExhaustedRetries,
} from "./breaker";

const at = (minutes: number) => new Date(Date.parse("2026-11-23T15:00:00Z") + minutes * 60_000).toISOString();

/** A carrier that fails at each try, from its first. */
function failing(failures: number): { breaker: BreakerState; minutes: number } {
  let breaker: BreakerState = CLOSED_BREAKER;
  let minutes = 0;
  for (let i = 0; i < failures; i++) {
    breaker = afterFailure(breaker, at(minutes));
    if (breaker.backoff_until !== null)
      minutes = (Date.parse(breaker.backoff_until) - Date.parse(at(0))) / 60_000;
  }
  return { breaker, minutes };
}

test("a few failures are of single calls, and five in a row let the campaign rest", () => {
  expect(failing(FAILURES_TO_OPEN - 1).breaker.backoff_until).toBeNull();
  expect(failing(FAILURES_TO_OPEN).breaker.backoff_until).toBe(at(1));
});

test("failures while it rests are the same failure", () => {
  const { breaker } = failing(FAILURES_TO_OPEN);
  expect(afterFailure(breaker, at(0.5))).toEqual(breaker);
});

test("rests double up to half an hour, and end after some hours in failure", () => {
  const rests = Array.from({ length: 9 }, (_, i) => failing(FAILURES_TO_OPEN + i).minutes);
  expect(rests.map((end, i) => end - (rests[i - 1] ?? 0))).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30]);
  expect(hasExhaustedRetries(failing(FAILURES_TO_OPEN + 8).breaker)).toBe(false);
  expect(hasExhaustedRetries(failing(FAILURES_TO_OPEN + 9).breaker)).toBe(true);
});

test("after a rest one call tries the carrier", () => {
  expect(allowedSlots(CLOSED_BREAKER, 8)).toBe(8);
  expect(allowedSlots(failing(FAILURES_TO_OPEN).breaker, 8)).toBe(1);
});

test("without a carrier the breaker opens before five failures", () => {
  expect(afterFailure(CLOSED_BREAKER, at(0), true).backoff_until).toBe(at(1));
});

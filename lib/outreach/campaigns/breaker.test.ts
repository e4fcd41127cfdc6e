import { expect, test } from "vitest";
import { AT_EASE, afterFailure, FAILURES_TO_REST, isWornOut, type Strain, slotsOf } from "./breaker";

const at = (minutes: number) => new Date(Date.parse("2026-11-23T15:00:00Z") + minutes * 60_000).toISOString();

/** A carrier that fails at each try, from its first. */
function failing(failures: number): { strain: Strain; minutes: number } {
  let strain: Strain = AT_EASE;
  let minutes = 0;
  for (let i = 0; i < failures; i++) {
    strain = afterFailure(strain, at(minutes));
    if (strain.backoff_until !== null)
      minutes = (Date.parse(strain.backoff_until) - Date.parse(at(0))) / 60_000;
  }
  return { strain, minutes };
}

test("a few failures are of single calls, and five in a row let the campaign rest", () => {
  expect(failing(FAILURES_TO_REST - 1).strain.backoff_until).toBeNull();
  expect(failing(FAILURES_TO_REST).strain.backoff_until).toBe(at(1));
});

test("failures while it rests are the same failure", () => {
  const { strain } = failing(FAILURES_TO_REST);
  expect(afterFailure(strain, at(0.5))).toEqual(strain);
});

test("rests double up to half an hour, and end after some hours in failure", () => {
  const rests = Array.from({ length: 9 }, (_, i) => failing(FAILURES_TO_REST + i).minutes);
  expect(rests.map((end, i) => end - (rests[i - 1] ?? 0))).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30]);
  expect(isWornOut(failing(FAILURES_TO_REST + 8).strain)).toBe(false);
  expect(isWornOut(failing(FAILURES_TO_REST + 9).strain)).toBe(true);
});

test("after a rest one call tries the carrier", () => {
  expect(slotsOf(AT_EASE, 8)).toBe(8);
  expect(slotsOf(failing(FAILURES_TO_REST).strain, 8)).toBe(1);
});

test("without a carrier nobody waits for five failures", () => {
  expect(afterFailure(AT_EASE, at(0), true).backoff_until).toBe(at(1));
});

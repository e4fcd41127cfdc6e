import { expect, it } from "vitest";
import { createAdmission } from "./admission";

/** Makes the measured lag exceed the limit. */
function makeLate(admission: ReturnType<typeof createAdmission>, wait: (ms: number) => void): void {
  wait(2_000);
  admission.recordDelay(500);
}

it("accepts calls up to the setting even if the lag is too large", () => {
  let nowMs = 0;
  const admission = createAdmission({ maxCalls: 2, nowMs: () => nowMs });
  makeLate(admission, (ms) => {
    nowMs += ms;
  });
  expect([0, 1, 2].map(admission.accepts)).toEqual([true, true, false]);
  admission.close();
});

it("refuses a further call while the lag is too large, but never the first", () => {
  let nowMs = 0;
  const admission = createAdmission({ maxCalls: undefined, nowMs: () => nowMs });
  expect(admission.accepts(7)).toBe(true);
  makeLate(admission, (ms) => {
    nowMs += ms;
  });
  expect([0, 1, 7].map(admission.accepts)).toEqual([true, false, false]);
  admission.close();
});

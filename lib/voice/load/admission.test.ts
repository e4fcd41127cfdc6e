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
  expect([0, 1, 2, 3].map(admission.freeCalls)).toEqual([2, 1, 0, 0]);
  admission.close();
});

it("refuses a further call while the lag is too large, but never the first", () => {
  let nowMs = 0;
  const admission = createAdmission({ maxCalls: undefined, estimatedCalls: () => 10, nowMs: () => nowMs });
  expect(admission.freeCalls(7)).toBe(3);
  makeLate(admission, (ms) => {
    nowMs += ms;
  });
  expect([0, 1, 7].map(admission.freeCalls)).toEqual([1, 0, 0]);
  expect(admission.accepts("reserved", 7)).toBe(true);
  admission.close();
});

it("refuses a further call while the built-in transcriber is late, until it is calm for half a minute", () => {
  let nowMs = 0;
  const admission = createAdmission({ maxCalls: undefined, estimatedCalls: () => 100, nowMs: () => nowMs });
  const transcribe = (delayMs: number) => {
    for (let n = 0; n < 10; n++) {
      nowMs += 1_000;
      admission.recordTranscription(delayMs);
    }
    return admission.freeCalls(10);
  };
  expect([60, 300, 700, 300, 60, 60, 60].map(transcribe)).toEqual([90, 90, 0, 0, 0, 0, 90]);
  admission.close();
});

it("accepts as many calls as the self-test has estimated, some answered calls beyond that, and resumed ones", () => {
  const admission = createAdmission({ maxCalls: undefined, estimatedCalls: () => 10, nowMs: () => 0 });
  expect([0, 9, 10, 11].map(admission.freeCalls)).toEqual([10, 1, 0, 0]);
  const accepts = (kind: "new" | "reserved" | "resumed") =>
    [9, 10, 11, 509, 510].map((openCalls) => admission.accepts(kind, openCalls));
  expect(accepts("new")).toEqual([true, false, false, false, false]);
  expect(accepts("reserved")).toEqual([true, true, false, false, false]);
  expect(accepts("resumed")).toEqual([true, true, true, true, false]);
  expect(admission.maxCalls()).toBe(10);
  admission.close();
});

import fc from "fast-check";
import { expect, test } from "vitest";
import type { VersionedCriterion } from "@/lib/agents/scorecards/schema";
import { calculateTotal } from "./calculate-total";
import { type AgreementPair, measureAgreement } from "./measure-agreement";

const pair = (judged: number, marked: number, count: number): AgreementPair => ({ judged, marked, count });

test("kappa is that of the literature, and is null if every answer is the same", () => {
  // The textbook example: 20 + 15 of 50 agree, p_e = 0.5.
  const pairs = [pair(1, 1, 20), pair(1, 0, 5), pair(0, 1, 10), pair(0, 0, 15)];
  expect(measureAgreement("yes_no", pairs)).toEqual({
    n: 50,
    too_few: false,
    percent: 70,
    kappa: 0.4,
    mean_difference: null,
  });
  expect(measureAgreement("yes_no", [pair(1, 1, 9)])).toEqual({
    n: 9,
    too_few: true,
    percent: 100,
    kappa: null,
    mean_difference: null,
  });
  expect(measureAgreement("scale", [pair(3, 4, 1), pair(5, 5, 1)])).toMatchObject({
    percent: 50,
    kappa: null,
    mean_difference: 0.5,
  });
  expect(measureAgreement("scale", [])).toMatchObject({ n: 0, too_few: true, percent: null });
});

test("kappa is between -1 and 1, and symmetric", () => {
  const bit = fc.integer({ min: 0, max: 1 });
  const pairs = fc.array(fc.record({ judged: bit, marked: bit, count: fc.integer({ min: 1, max: 50 }) }));
  fc.assert(
    fc.property(pairs, (some) => {
      const { kappa } = measureAgreement("yes_no", some);
      const swapped = some.map(({ judged, marked, count }) => pair(marked, judged, count));
      expect(measureAgreement("yes_no", swapped).kappa).toBe(kappa);
      expect(Math.abs(kappa ?? 0)).toBeLessThanOrEqual(1);
    }),
  );
});

test("the total weighs the answers to the current criteria", () => {
  const base = { question: "?", guidance: "", version: 2 };
  const criteria: VersionedCriterion[] = [
    { ...base, kind: "yes_no", name: "a", pass_if: false, weight: 1 },
    { ...base, kind: "scale", name: "b", min: 1, max: 5, labels: [], pass_at: null, weight: 3 },
    { ...base, kind: "text", name: "c" },
    { ...base, kind: "yes_no", name: "d", pass_if: null, weight: 9 },
  ];
  const answer = (criterion: string, value: number | null, version = 2) => ({ criterion, version, value });
  expect(calculateTotal(criteria, [answer("a", 0), answer("b", 3), answer("d", 1)])).toBe(62.5);
  expect(calculateTotal(criteria, [answer("a", 1), answer("b", 5, 1)])).toBe(0);
  expect(calculateTotal(criteria, [answer("c", null)])).toBeNull();
});

import type { CriterionKind } from "@/lib/agents/scorecards/values";

/** Fewest calls with a mark for figures that can be trusted. */
export const MIN_MARKS = 10;

/** Calls with the same pair of an answer of the judge and a mark of a member, and their number. */
export type AgreementPair = { judged: number; marked: number; count: number };

/** Agreement of two raters. See `ScoreAgreement`. */
export type Agreement = {
  n: number;
  too_few: boolean;
  percent: number | null;
  kappa: number | null;
  mean_difference: number | null;
};

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Cohen's kappa of yes (1) or no (0): (observed - expected) / (1 - expected). Null if chance alone explains every answer. */
function calculateKappa(pairs: readonly AgreementPair[], n: number): number | null {
  const sumOf = (isCounted: (pair: AgreementPair) => boolean) =>
    pairs.reduce((sum, pair) => sum + (isCounted(pair) ? pair.count : 0), 0);
  const observed = sumOf(({ judged, marked }) => judged === marked) / n;
  const judgedYes = sumOf(({ judged }) => judged === 1) / n;
  const markedYes = sumOf(({ marked }) => marked === 1) / n;
  const expected = judgedYes * markedYes + (1 - judgedYes) * (1 - markedYes);
  return expected === 1 ? null : round((observed - expected) / (1 - expected));
}

/** Measures how a judge's answers agree with marks: percent and kappa for yes or no, percent and mean difference for a scale. */
export function measureAgreement(kind: CriterionKind, pairs: readonly AgreementPair[]): Agreement {
  const n = pairs.reduce((sum, { count }) => sum + count, 0);
  const too_few = n < MIN_MARKS;
  if (n === 0) return { n, too_few, percent: null, kappa: null, mean_difference: null };
  const equal = pairs.reduce((sum, { judged, marked, count }) => sum + (judged === marked ? count : 0), 0);
  const difference = pairs.reduce(
    (sum, { judged, marked, count }) => sum + Math.abs(judged - marked) * count,
    0,
  );
  return {
    n,
    too_few,
    percent: round((equal / n) * 100),
    kappa: kind === "yes_no" ? calculateKappa(pairs, n) : null,
    mean_difference: kind === "scale" ? round(difference / n) : null,
  };
}

/** Calls that were judged by a criterion with a rule, and those of them that passed. */
export type PassCounts = { judged: number; passed: number };

/** The chance of any false report about an agent in a week, if nothing changes. */
const ERROR_RATE = 0.05;
/** The comparison runs daily. */
const CHECKS_PER_WEEK = 7;
/** Calls that each period needs. With fewer, only a collapse could be told from chance. */
const MIN_CALLS = 30;
/** Smallest change of the pass rate that is worth a report: with many calls, changes without consequence are significant too. */
const MIN_CHANGE = 0.05;
/** Below it, factorials are multiplied. */
const STIRLING_FROM = 16;

/** The logarithm of n!, above 15 by Stirling's series with an error below 1e-12. */
function logFactorial(n: number): number {
  if (n < STIRLING_FROM) {
    let sum = 0;
    for (let factor = 2; factor <= n; factor++) sum += Math.log(factor);
    return sum;
  }
  const x = n + 1;
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series;
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/**
 * The two-sided p-value of Fisher's exact test: the chance of a split of the passed calls that is at most as likely as this one, if both
 * periods have the same pass rate. It holds for small counts and for rates near 0 and 100%, where a normal approximation does not.
 */
export function fisherP(a: PassCounts, b: PassCounts): number {
  const passed = a.passed + b.passed;
  const all = logChoose(a.judged + b.judged, passed);
  const logChance = (k: number): number => logChoose(a.judged, k) + logChoose(b.judged, passed - k) - all;
  // Equally likely splits differ by rounding.
  const limit = logChance(a.passed) + 1e-9;
  let sum = 0;
  for (let k = Math.max(0, passed - b.judged); k <= Math.min(a.judged, passed); k++) {
    const chance = logChance(k);
    if (chance <= limit) sum += Math.exp(chance);
  }
  return Math.min(1, sum);
}

export const hasEnoughCalls = ({ recent, before }: { recent: PassCounts; before: PassCounts }): boolean =>
  recent.judged >= MIN_CALLS && before.judged >= MIN_CALLS;

/**
 * The direction in which a pass rate has changed, or null if chance can explain the difference. `tests`: the criteria of the agent that
 * are compared today; each of them gets its share of the error rate.
 */
export function findDrift(
  { recent, before }: { recent: PassCounts; before: PassCounts },
  tests: number,
): "up" | "down" | null {
  if (!hasEnoughCalls({ recent, before })) return null;
  const change = recent.passed / recent.judged - before.passed / before.judged;
  if (Math.abs(change) < MIN_CHANGE) return null;
  if (fisherP(recent, before) > ERROR_RATE / CHECKS_PER_WEEK / tests) return null;
  return change > 0 ? "up" : "down";
}

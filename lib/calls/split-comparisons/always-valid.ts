/**
 * Standard deviation of the mixture over true differences, in standard deviations of the measure: the test is most sensitive to
 * differences of about this size. Half of a rate of 50 % is one standard deviation, so 0.1 are 5 percentage points.
 */
const MIXTURE_SD = 0.1;

/** The size of the mixture relative to the precision of two groups of these sizes. */
const mixtureRatio = (sizeA: number, sizeB: number): number =>
  (MIXTURE_SD ** 2 * sizeA * sizeB) / (sizeA + sizeB);

/**
 * The always-valid p-value of a difference that is `statistic` standard errors from zero: the inverse of the mixture likelihood
 * ratio of a sequential test (mSPRT). The chance that it is ever at or below `x` for equal groups is at most `x`, however often
 * it is read. Source: Johari, Koomen, Pekelis, Walsh: "Always Valid Inference: Continuous Monitoring of
 * A/B Tests", Operations Research 70 (2022), 1806-1821.
 */
export function alwaysValidP(statistic: number, sizeA: number, sizeB: number): number {
  const ratio = mixtureRatio(sizeA, sizeB);
  const logLikelihoodRatio = (statistic ** 2 * ratio) / (2 * (1 + ratio)) - Math.log1p(ratio) / 2;
  return Math.min(1, Math.exp(-logLikelihoodRatio));
}

/**
 * Standard errors on each side of a difference that its confidence sequence has: the differences that the test of the level
 * `errorRate` does not reject. All intervals that are ever read contain the true difference with a chance of at least
 * `1 - errorRate`.
 */
export function alwaysValidWidth(errorRate: number, sizeA: number, sizeB: number): number {
  const ratio = mixtureRatio(sizeA, sizeB);
  return Math.sqrt(((1 + ratio) / ratio) * (2 * Math.log(1 / errorRate) + Math.log1p(ratio)));
}

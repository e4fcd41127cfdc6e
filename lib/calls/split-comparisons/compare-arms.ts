import { alwaysValidP, alwaysValidWidth } from "./always-valid";
import { ERROR_RATE, MIN_CONTACTS, MIN_EXPECTED, TESTED_MEASURES } from "./values";

/** Contacts of a version, and those of them whose call had the outcome. */
export type ProportionSample = { contacts: number; successes: number };
/** Contacts of a version, with the mean and the variance (of the sample) of their values. */
export type MeanSample = { contacts: number; mean: number; variance: number };

/** A difference between two groups, candidate minus live, in the unit of the measure. */
type Difference = {
  difference: number;
  /** Standard errors between the difference and zero. */
  statistic: number;
  standardError: number;
  /** Added to each side of the interval. */
  correction: number;
};

/** The result of a test. `pValue` is corrected for the number of measures; the interval has the same correction. */
export type TestResult = {
  difference: number;
  interval: { low: number; high: number };
  pValue: number;
  isSignificant: boolean;
};

/**
 * Compares two proportions: a two-sided z statistic with pooled variance and Yates's continuity correction. Fisher's exact test
 * is for tables that are smaller than the minimum here, and has no sequential form.
 */
export function diffProportions(live: ProportionSample, candidate: ProportionSample): Difference {
  const [a, b] = [live.successes / live.contacts, candidate.successes / candidate.contacts];
  const pooled = (live.successes + candidate.successes) / (live.contacts + candidate.contacts);
  const inverse = 1 / live.contacts + 1 / candidate.contacts;
  const correction = inverse / 2;
  const difference = b - a;
  const corrected = Math.max(0, Math.abs(difference) - correction);
  const pooledError = Math.sqrt(pooled * (1 - pooled) * inverse);
  return {
    difference,
    statistic: pooledError === 0 ? 0 : (Math.sign(difference) * corrected) / pooledError,
    standardError: Math.sqrt((a * (1 - a)) / live.contacts + (b * (1 - b)) / candidate.contacts),
    correction,
  };
}

/** Compares two means with unequal variances: Welch's statistic, which is normal for groups of the minimum size. */
export function diffMeans(live: MeanSample, candidate: MeanSample): Difference {
  const difference = candidate.mean - live.mean;
  const standardError = Math.sqrt(live.variance / live.contacts + candidate.variance / candidate.contacts);
  return {
    difference,
    statistic: standardError === 0 ? 0 : difference / standardError,
    standardError,
    correction: 0,
  };
}

function testDifference(
  { difference, statistic, standardError, correction }: Difference,
  { contacts: live }: { contacts: number },
  { contacts: candidate }: { contacts: number },
): TestResult {
  const measures = TESTED_MEASURES.length;
  const half = alwaysValidWidth(ERROR_RATE / measures, live, candidate) * standardError + correction;
  const pValue = Math.min(1, measures * alwaysValidP(statistic, live, candidate));
  return {
    difference,
    interval: { low: difference - half, high: difference + half },
    pValue,
    isSignificant: pValue <= ERROR_RATE,
  };
}

const isLarge = (...samples: readonly { contacts: number }[]): boolean =>
  samples.every(({ contacts }) => contacts >= MIN_CONTACTS);

/** Tests whether two versions have the same proportion. Null for fewer than the minimum of contacts. */
export function testProportions(live: ProportionSample, candidate: ProportionSample): TestResult | null {
  const contacts = live.contacts + candidate.contacts;
  const successes = live.successes + candidate.successes;
  const expected =
    (Math.min(live.contacts, candidate.contacts) * Math.min(successes, contacts - successes)) / contacts;
  if (!isLarge(live, candidate) || expected < MIN_EXPECTED) return null;
  return testDifference(diffProportions(live, candidate), live, candidate);
}

/** Tests whether two versions have the same mean. Null for fewer than the minimum of contacts. */
export function testMeans(live: MeanSample, candidate: MeanSample): TestResult | null {
  return isLarge(live, candidate) ? testDifference(diffMeans(live, candidate), live, candidate) : null;
}

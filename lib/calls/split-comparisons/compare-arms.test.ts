import { describe, expect, test } from "vitest";
import { alwaysValidP, alwaysValidWidth } from "./always-valid";
import {
  diffMeans,
  diffProportions,
  type MeanSample,
  type ProportionSample,
  testMeans,
  testProportions,
} from "./compare-arms";

/** A generator of numbers from 0 to below 1 with a fixed seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function sampleOf(values: readonly number[]): MeanSample {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { contacts: values.length, mean, variance: squares / (values.length - 1) };
}

/** Collects a sample value by value (Welford). */
class RunningSample {
  contacts = 0;
  mean = 0;
  #squares = 0;
  add(value: number): void {
    this.contacts += 1;
    const step = value - this.mean;
    this.mean += step / this.contacts;
    this.#squares += step * (value - this.mean);
  }
  get variance(): number {
    return this.#squares / (this.contacts - 1);
  }
}

describe("known values", () => {
  test("proportions: R 4.3, prop.test(c(15, 25), c(50, 50)) has X-squared = 3.375", () => {
    const { difference, statistic } = diffProportions(
      { contacts: 50, successes: 15 },
      { contacts: 50, successes: 25 },
    );
    expect(difference).toBeCloseTo(0.2, 12);
    expect(statistic ** 2).toBeCloseTo(3.375, 10);
  });

  test("means: R 4.3, t.test(extra ~ group, data = sleep) has t = -1.8608 (Student 1908)", () => {
    const first = sampleOf([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]);
    const second = sampleOf([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
    const { difference, statistic } = diffMeans(second, first);
    expect(difference).toBeCloseTo(-1.58, 10);
    expect(statistic).toBeCloseTo(-1.8608, 4);
  });

  test("the always-valid p-value is the inverse of the mixture's integral", () => {
    const [sizeA, sizeB, statistic] = [1_200, 400, 3.1];
    const information = (sizeA * sizeB) / (sizeA + sizeB);
    const [steps, bound, sd] = [20_000, 1, 0.1];
    let integral = 0;
    for (let n = 0; n < steps; n += 1) {
      const effect = -bound + ((n + 0.5) * 2 * bound) / steps;
      const density = Math.exp(-(effect ** 2) / (2 * sd ** 2)) / (sd * Math.sqrt(2 * Math.PI));
      const ratio = Math.exp(effect * statistic * Math.sqrt(information) - (effect ** 2 * information) / 2);
      integral += (density * ratio * 2 * bound) / steps;
    }
    expect(alwaysValidP(statistic, sizeA, sizeB)).toBeCloseTo(1 / integral, 8);
  });

  test("the interval has the differences that the test does not reject", () => {
    for (const errorRate of [0.05, 0.01])
      expect(alwaysValidP(alwaysValidWidth(errorRate, 700, 300), 700, 300)).toBeCloseTo(errorRate, 10);
  });
});

describe("few contacts", () => {
  test("are not compared", () => {
    expect(testProportions({ contacts: 99, successes: 50 }, { contacts: 900, successes: 90 })).toBeNull();
    expect(testProportions({ contacts: 1_000, successes: 5 }, { contacts: 900, successes: 3 })).toBeNull();
    expect(
      testMeans({ contacts: 100, mean: 1, variance: 1 }, { contacts: 99, mean: 9, variance: 1 }),
    ).toBeNull();
  });

  test("equal values are no difference", () => {
    const sample = { contacts: 500, mean: 3, variance: 0 };
    expect(testMeans(sample, sample)).toMatchObject({ difference: 0, pValue: 1, isSignificant: false });
  });
});

describe("reading the comparison every day", () => {
  const DAYS = 60;
  const CALLS_A_DAY = 60;
  const RUNS = 1_000;
  /** The critical value of a test that is read once. */
  const ONE_LOOK = 1.959964;

  type Arms = [ProportionSample, ProportionSample];

  /** Adds the calls of a day: `share` of them to the second version, with the outcome at the rate of their version. */
  function addDay(
    [live, candidate]: Arms,
    share: number,
    rates: readonly [number, number],
    random: () => number,
  ): void {
    for (let call = 0; call < CALLS_A_DAY; call += 1) {
      const isCandidate = random() < share;
      const arm = isCandidate ? candidate : live;
      arm.contacts += 1;
      if (random() < rates[isCandidate ? 1 : 0]) arm.successes += 1;
    }
  }

  /** Whether the always-valid test and the test for a single look report a difference now. */
  function readTests([live, candidate]: Arms): { always: boolean; naive: boolean } {
    if (testProportions(live, candidate) === null) return { always: false, naive: false };
    const { statistic } = diffProportions(live, candidate);
    return {
      always: alwaysValidP(statistic, live.contacts, candidate.contacts) <= 0.05,
      naive: Math.abs(statistic) >= ONE_LOOK,
    };
  }

  /** Reads both tests on each day of each run, and returns the parts of runs in which each has ever reported a difference. */
  function simulate(share: number, rates: readonly [number, number], seed: number) {
    const random = createRandom(seed);
    const reported = { always: 0, naive: 0 };
    for (let run = 0; run < RUNS; run += 1) {
      const arms: Arms = [
        { contacts: 0, successes: 0 },
        { contacts: 0, successes: 0 },
      ];
      const days = Array.from({ length: DAYS }, () => {
        addDay(arms, share, rates, random);
        return readTests(arms);
      });
      if (days.some(({ always }) => always)) reported.always += 1;
      if (days.some(({ naive }) => naive)) reported.naive += 1;
    }
    return { always: reported.always / RUNS, naive: reported.naive / RUNS };
  }

  test.each([
    [0.5, 0.5],
    [0.2, 0.3],
    [0.05, 0.5],
    [0.1, 0.1],
  ])("equal versions (share %d, rate %d) differ in at most a twentieth of splits", (share, rate) => {
    expect(simulate(share, [rate, rate], 20_261_128).always).toBeLessThanOrEqual(0.05);
  });

  test("a test for a single look would report differences of equal versions in more than 10 % of splits", () => {
    expect(simulate(0.5, [0.5, 0.5], 7).naive).toBeGreaterThan(0.1);
  });

  test("a difference of 10 points is reported in more than 90 % of splits", () => {
    expect(simulate(0.5, [0.4, 0.5], 11).always).toBeGreaterThan(0.9);
  });

  test("equal skewed costs differ in at most 5 % of splits, for all measures together", () => {
    const random = createRandom(3);
    // Log-normal with a variance of the logarithm of 1: the mean is 1.6 times the median (Box-Muller).
    const cost = () => Math.exp(Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
    let reported = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const [live, candidate] = [new RunningSample(), new RunningSample()];
      let isReported = false;
      for (let day = 0; day < DAYS && !isReported; day += 1) {
        for (let call = 0; call < CALLS_A_DAY; call += 1) (random() < 0.2 ? candidate : live).add(cost());
        isReported = testMeans(live, candidate)?.isSignificant ?? false;
      }
      if (isReported) reported += 1;
    }
    expect(reported / RUNS).toBeLessThanOrEqual(0.05);
  });
});

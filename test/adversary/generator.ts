import { createHash } from "node:crypto";
import fc from "fast-check";

/** Results of one generator. `failures` are printed; unseen cases are only counted, so that they cannot be tuned to. */
export type Result = {
  n: number;
  failures: string[];
  unseenN: number;
  unseenFailures: number;
  note?: string;
};

/** A generator of hostile cases. Stops at `deadline` (epoch milliseconds) or after `maxCases` in each half. */
export type Generator = {
  name: string;
  run(seed: number, deadline: number, maxCases?: number): Result | Promise<Result>;
};

/** Phrasings are split once, by their hash: failures of the tuning half are printed, the unseen half only counts. */
export type Half = "tuning" | "unseen";

const isUnseen = (phrasing: string): boolean =>
  ((createHash("sha256").update(phrasing).digest()[0] ?? 0) & 1) === 1;

/** The phrasings of one half. Throws if a half is empty, as the generator would then prove nothing. */
export function halve(inventory: readonly string[], half: Half): string[] {
  const phrasings = inventory.filter((phrasing) => isUnseen(phrasing) === (half === "unseen"));
  if (phrasings.length === 0) throw new Error(`No phrasing in the ${half} half of "${inventory[0]}", …`);
  return phrasings;
}

/** One phrasing of a half. */
export const phrase = (inventory: readonly string[], half: Half): fc.Arbitrary<string> =>
  fc.constantFrom(...halve(inventory, half));

/** Cases drawn at once; the deadline is looked at between two batches. */
const BATCH = 100;
/** Enough to see the pattern of a failure. */
const SHOWN_MAX = 20;

export type Definition<T> = {
  name: string;
  cases(half: Half): fc.Arbitrary<T>;
  /** Answers what leaked, or undefined. */
  check(value: T): string | undefined;
};

/** Draws cases of both halves alternately, each batch with a separate seed. */
export function defineGenerator<T>({ name, cases, check }: Definition<T>): Generator {
  const arbitraries = { tuning: cases("tuning"), unseen: cases("unseen") };
  const leaksOf = (half: Half, seed: number, numRuns: number): string[] =>
    fc.sample(arbitraries[half], { seed, numRuns }).flatMap((value) => check(value) ?? []);
  return {
    name,
    run(seed, deadline, maxCases = Number.POSITIVE_INFINITY) {
      const result: Result = { n: 0, failures: [], unseenN: 0, unseenFailures: 0 };
      for (let batch = 0; result.n < maxCases && Date.now() < deadline; batch++) {
        const size = Math.min(BATCH, maxCases - result.n);
        for (const leak of leaksOf("tuning", seed + batch, size))
          result.failures.push(result.failures.length < SHOWN_MAX ? leak : "");
        result.unseenFailures += leaksOf("unseen", seed + batch, size).length;
        result.n += size;
        result.unseenN += size;
      }
      return result;
    },
  };
}

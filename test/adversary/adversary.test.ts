import { describe, expect, test } from "vitest";
import { generators } from "./registry";

/** The seed of the ordinary run, so that a failure is reproducible; `npm run adversary` draws another. */
const SEED = 20_261_122;
/** Cases of each half: a few seconds for all generators. */
const CASES = 150;

describe("generated hostile input leaks nothing", () => {
  test.each(generators.map((generator) => [generator.name, generator] as const))(
    "%s",
    async (_, generator) => {
      const result = await generator.run(SEED, Number.POSITIVE_INFINITY, CASES);
      expect(result.failures).toEqual([]);
      expect(result).toMatchObject({ n: CASES, unseenN: CASES, unseenFailures: 0 });
    },
  );
});

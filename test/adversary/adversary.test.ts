import { describe, expect, test } from "vitest";
import { generators } from "./registry";

/** The seed of the ordinary run, so that a failure is reproducible; `npm run adversary` draws another. */
const SEED = 20_261_122;
/** Cases of each half: a few seconds for all generators; `npm run adversary` runs for minutes. */
const CASES = 40;
/** A busy machine takes many times what these cases need. */
const TIMEOUT_MS = 60_000;

describe("generated hostile input leaks nothing", () => {
  test.each(generators.map((generator) => [generator.name, generator] as const))(
    "%s",
    async (_, generator) => {
      const result = await generator.run(SEED, Number.POSITIVE_INFINITY, CASES);
      expect(result.failures).toEqual([]);
      expect(result).toMatchObject({ n: CASES, unseenN: CASES, unseenFailures: 0 });
    },
    TIMEOUT_MS,
  );
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countSteps, withBudget } from "./budget";
import { buildLattice } from "./lattice";
import { buildSearchPatterns, type SearchPattern } from "./search-patterns";
import { buildSearchIndex, type Match, searchStream } from "./search-stream";
import { variable } from "./test/conversation";
import * as reference from "./test/reference-match";

const RUNS = { numRuns: 1_500 };

/** Pieces of text in which values, parts of values and near misses of values arise by chance. */
const word = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 99 }).map(String) },
  { weight: 3, arbitrary: fc.stringMatching(/^[0-9]{3,12}$/) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ..."zero one two three four five six seven eight nine oh ten twelve twenty forty ninety".split(" "),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ..."hundred thousand double triple zeros fives a and as in bravo b m for".split(" "),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ..."the next is uh okay sorry yes jane marlowe marlowes marl x-ray please room שלום بشلوم 王小明 ٣٤".split(
        " ",
      ),
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom("-", ".", ",", "–", "/", "@", "\n", "x") },
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(" ", " ", "", "-", ", ")), { maxLength: 28 })
  .map((all) => all.map(([said, separator]) => said + separator).join(""));
const texts = fc.array(text, { minLength: 1, maxLength: 4 });

/** Values that the text holds (so that something is found), and others. */
const valueIn = (content: string, from: number, length: number): string =>
  content.replaceAll(/\s/g, "").slice(from, from + length);
const values = fc.array(
  fc.oneof(
    fc.tuple(fc.nat(30), fc.integer({ min: 3, max: 24 })),
    fc.stringMatching(/^[0-9]{4,12}$/),
    fc.constantFrom("Jane Marlowe", "jane.marlowe@example.com", "שלום", "王小明", "2026-11-24"),
  ),
  { minLength: 1, maxLength: 5 },
);

function needlesIn(
  spokenTexts: readonly string[],
  drawnValues: readonly (string | [number, number])[],
): SearchPattern[] {
  return drawnValues.flatMap((value, n) => {
    const from =
      typeof value === "string"
        ? value
        : valueIn(spokenTexts[n % spokenTexts.length] ?? "", value[0], value[1]);
    return buildSearchPatterns(variable(`v${n}`), from, n % 2 === 0);
  });
}

const describeMatches = (matches: readonly (Match | reference.Match)[]): string[] =>
  matches.map(({ pattern, pieces, isWhole }) =>
    JSON.stringify([pattern.variable, pattern.chars, pieces, isWhole]),
  );

/** A match that stands for a text which was not searched to its end. */
const isUnread = ({ pieces, isWhole }: Match, lengths: readonly number[]): boolean =>
  !isWhole && pieces.every(({ part, from, to }) => from === 0 && to === lengths[part]);

describe("the search over all readings at once", () => {
  test("finds what the search of each value at each place finds, in the same order", () => {
    fc.assert(
      fc.property(texts, values, (spokenTexts, drawnValues) => {
        const stream = spokenTexts.map(buildLattice);
        const needles = needlesIn(spokenTexts, drawnValues);
        const matches = describeMatches(searchStream(stream, buildSearchIndex(needles)));
        expect(matches).toEqual(
          describeMatches(reference.searchStream(stream, reference.buildSearchIndex(needles))),
        );
      }),
      RUNS,
    );
  });

  test("takes far fewer steps than values where a text holds none of them", () => {
    const stream = [buildLattice("1 2 3 4 5 6 7 8 9 0 ".repeat(200))];
    const smallIndex = buildSearchIndex(buildSearchPatterns(variable("v"), "9876543210987654", true));
    const largeIndex = buildSearchIndex(
      Array.from({ length: 100 }, (_, n) =>
        buildSearchPatterns(variable(`v${n}`), `98765432109${n}`, true),
      ).flat(),
    );
    expect(countSteps(() => searchStream(stream, largeIndex))).toBeLessThan(
      3 * countSteps(() => searchStream(stream, smallIndex)),
    );
  });
});

describe("what the search does not read", () => {
  const account = variable("account");

  test("is a match as a whole once the budget is used up", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), (spokenTexts, budget) => {
        const stream = spokenTexts.map(buildLattice);
        const needles = buildSearchPatterns(account, "4815162342", true);
        const all = searchStream(stream, buildSearchIndex(needles));
        const limited = withBudget(budget, () => searchStream(stream, buildSearchIndex(needles)));
        const covers = ({ pieces }: Match) =>
          pieces.every((piece) =>
            limited.some((match) =>
              match.pieces.some(
                ({ part, from, to }) => part === piece.part && from <= piece.from && to >= piece.to,
              ),
            ),
          );
        expect(all.filter((match) => !covers(match))).toEqual([]);
      }),
      RUNS,
    );
  });

  test("finds a whole match where another search runs out of steps: a value after a thousand marks", () => {
    const stream = [buildLattice(`it is 4815 ${"- ".repeat(1_000)}162342 then`)];
    const lengths = stream.map(({ tokens }) => tokens.length);
    const matches = searchStream(stream, buildSearchIndex(buildSearchPatterns(account, "4815162342", true)));
    expect(matches.some((match) => isUnread(match, lengths))).toBe(true);
  });
});

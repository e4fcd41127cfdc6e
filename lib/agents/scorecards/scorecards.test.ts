import { expect, test } from "vitest";
import { SetScorecard } from "./schema";
import { nextVersions, type ScorecardDocument } from "./stored-scorecard";

const parse = (criteria: object[]) => SetScorecard.parse({ criteria }).criteria;
const yesNo = (extra: object = {}) => ({ kind: "yes_no", name: "polite", question: "Polite?", ...extra });
const EMPTY: ScorecardDocument = { versions: [], current: [] };

test("a changed criterion gets the next version, and an equal one keeps its version", () => {
  const first = nextVersions(EMPTY, parse([yesNo()]));
  expect(first.current).toEqual([{ name: "polite", version: 1 }]);
  expect(nextVersions(first, parse([yesNo({ weight: 1 })]))).toEqual(first);
  const changed = nextVersions(first, parse([yesNo({ guidance: "Thanks count." })]));
  expect(changed.current).toEqual([{ name: "polite", version: 2 }]);
  expect(changed.versions.map(({ version, guidance }) => [version, guidance])).toEqual([
    [1, ""],
    [2, "Thanks count."],
  ]);
  const removed = nextVersions(changed, []);
  expect(removed).toEqual({ versions: changed.versions, current: [] });
  // Scores of version 1 were given by the same definition, but its successor is the latest.
  expect(nextVersions(removed, parse([yesNo()])).current).toEqual([{ name: "polite", version: 3 }]);
});

test("the schema refuses what no judge can answer", () => {
  const scale = { kind: "scale", name: "clarity", question: "Clear?", min: 1, max: 5 };
  const isValid = (...criteria: object[]) => SetScorecard.safeParse({ criteria }).success;
  expect(isValid(scale, yesNo())).toBe(true);
  expect(isValid({ ...scale, max: 1 })).toBe(false);
  expect(isValid({ ...scale, pass_at: 6 })).toBe(false);
  expect(isValid({ ...scale, labels: [{ value: 0, label: "None" }] })).toBe(false);
  expect(isValid(yesNo(), yesNo({ question: "Again?" }))).toBe(false);
  expect(isValid(...Array.from({ length: 21 }, (_, n) => yesNo({ name: `c${n}` })))).toBe(false);
});

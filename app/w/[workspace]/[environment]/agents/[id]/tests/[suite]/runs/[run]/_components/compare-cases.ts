import type { CaseResults } from "@/lib/suites/runs/schema";

/** How a case differs from the same case of another run. */
export type CaseChange = "nowFails" | "nowPasses" | "newCase" | null;

/** A case with its results in another run: the case of the same name, as positions change. */
export type ComparedCase = { result: CaseResults; earlier: CaseResults | null; change: CaseChange };

const changeOf = (result: CaseResults, earlier: CaseResults | undefined): CaseChange => {
  if (earlier === undefined) return "newCase";
  if (result.passed === null || earlier.passed === null || result.passed === earlier.passed) return null;
  return result.passed ? "nowPasses" : "nowFails";
};

/** Pairs the cases of a run with those of another one. Cases that changed from passed to failed come first. */
export function compareCases(
  results: readonly CaseResults[],
  earlierResults: readonly CaseResults[] | null,
): ComparedCase[] {
  if (earlierResults === null) return results.map((result) => ({ result, earlier: null, change: null }));
  const byName = new Map(earlierResults.map((each) => [each.name, each]));
  const compared = results.map((result): ComparedCase => {
    const earlier = byName.get(result.name);
    return { result, earlier: earlier ?? null, change: changeOf(result, earlier) };
  });
  return [
    ...compared.filter(({ change }) => change === "nowFails"),
    ...compared.filter(({ change }) => change !== "nowFails"),
  ];
}

import type { CaseResults } from "@/lib/suites/runs/schema";

/** How a case differs from the same case of another run. */
export type CaseChange = "nowFails" | "nowPasses" | "newCase" | null;

/** A case with its results in another run: the case of the same name, as positions change. */
export type ComparedCase = { result: CaseResults; other: CaseResults | null; change: CaseChange };

const changeOf = (result: CaseResults, other: CaseResults | undefined): CaseChange => {
  if (other === undefined) return "newCase";
  if (result.passed === null || other.passed === null || result.passed === other.passed) return null;
  return result.passed ? "nowPasses" : "nowFails";
};

/** Pairs the cases of a run with those of another one. Cases that changed from passed to failed come first. */
export function compareCases(
  results: readonly CaseResults[],
  others: readonly CaseResults[] | null,
): ComparedCase[] {
  if (others === null) return results.map((result) => ({ result, other: null, change: null }));
  const byName = new Map(others.map((other) => [other.name, other]));
  const compared = results.map((result): ComparedCase => {
    const other = byName.get(result.name);
    return { result, other: other ?? null, change: changeOf(result, other) };
  });
  return [
    ...compared.filter(({ change }) => change === "nowFails"),
    ...compared.filter(({ change }) => change !== "nowFails"),
  ];
}

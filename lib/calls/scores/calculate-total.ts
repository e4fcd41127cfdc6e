import type { VersionedCriterion } from "@/lib/agents/scorecards/schema";

/** Answers by criterion and version. */
type Answers = readonly { criterion: string; version: number; value: number | null }[];

/** An answer as a share from 0 (worst) to 1 (best). Null for a criterion that has no better answer. */
function shareOf(criterion: VersionedCriterion, value: number): number | null {
  if (criterion.kind === "text") return null;
  if (criterion.kind === "scale") return (value - criterion.min) / (criterion.max - criterion.min);
  return criterion.pass_if === null ? null : Number((value === 1) === criterion.pass_if);
}

/**
 * Calculates the weighted mean of the answers to the current criteria, from 0 to 100 with one decimal. Criteria without an
 * answer do not count. Null if none counts.
 */
export function calculateTotal(criteria: readonly VersionedCriterion[], answers: Answers): number | null {
  let sum = 0;
  let weights = 0;
  for (const criterion of criteria) {
    const answer = answers.find(
      (candidate) => candidate.criterion === criterion.name && candidate.version === criterion.version,
    );
    if (criterion.kind === "text" || answer === undefined || answer.value === null) continue;
    const share = shareOf(criterion, answer.value);
    if (share === null) continue;
    sum += share * criterion.weight;
    weights += criterion.weight;
  }
  return weights === 0 ? null : Math.round((sum / weights) * 1_000) / 10;
}

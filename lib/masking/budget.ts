/**
 * Steps that one piece of masking may take. Counted, not timed, so that the same text is masked alike on every
 * machine. The code that runs out withholds what it has not read.
 */
type Budget = { left: number };

let current: Budget | undefined;

/** Runs synchronous work with a budget of its own. Nested work shares the outer budget. */
export function withBudget<T>(steps: number, work: () => T): T {
  if (current !== undefined) return work();
  current = { left: steps };
  try {
    return work();
  } finally {
    current = undefined;
  }
}

/** Takes steps from the budget of the running work; false once it is used up. */
export function spend(steps: number): boolean {
  if (current === undefined) return true;
  current.left -= steps;
  return current.left >= 0;
}

/** Steps that `work` takes, for tests and for the choice of a budget. */
export function countSteps(work: () => unknown): number {
  const budget: Budget = { left: Number.MAX_SAFE_INTEGER };
  const outer = current;
  current = budget;
  try {
    work();
  } finally {
    current = outer;
  }
  return Number.MAX_SAFE_INTEGER - budget.left;
}

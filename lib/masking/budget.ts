/**
 * The steps that one piece of masking may take. They are counted, not timed, so that every machine masks a text alike.
 * Code that runs out of steps withholds the text that it has not read.
 */
type Budget = { left: number; stops: boolean };

let current: Budget | undefined;

/** Thrown when work that may be aborted has used its steps. */
class OutOfSteps extends Error {
  constructor() {
    super("The work was not run by `tryWithBudget`.");
    this.name = "OutOfSteps";
  }
}

function runWithin<T>(budget: Budget, work: () => T): T {
  const outer = current;
  current = budget;
  try {
    return work();
  } finally {
    current = outer;
  }
}

/** Runs synchronous work with a budget. A nested budget is limited by the remaining steps of the outer one. */
export function withBudget<T>(steps: number, work: () => T): T {
  const outer = current;
  if (outer === undefined) return runWithin({ left: steps, stops: false }, work);
  const budget: Budget = { left: Math.min(steps, outer.left), stops: outer.stops && outer.left < steps };
  const initialSteps = budget.left;
  try {
    return runWithin(budget, work);
  } finally {
    outer.left -= initialSteps - budget.left;
  }
}

/** Runs synchronous work, and aborts it if it needs more steps. Returns undefined if aborted. */
export function tryWithBudget<T>(steps: number, work: () => T): { result: T } | undefined {
  try {
    return { result: runWithin({ left: steps, stops: true }, work) };
  } catch (error) {
    if (error instanceof OutOfSteps) return undefined;
    throw error;
  }
}

/** Takes steps from the budget of the running work. Returns false if the budget is used up. */
export function spendSteps(steps: number): boolean {
  if (current === undefined) return true;
  current.left -= steps;
  if (current.left >= 0) return true;
  if (current.stops) throw new OutOfSteps();
  return false;
}

/** Counts the steps that work takes, for tests. */
export function countSteps(work: () => unknown): number {
  const budget: Budget = { left: Number.MAX_SAFE_INTEGER, stops: false };
  runWithin(budget, work);
  return Number.MAX_SAFE_INTEGER - budget.left;
}

/**
 * Steps that one piece of masking may take. Counted, not timed, so that the same text is masked alike on every
 * machine. The code that runs out of them withholds what it has not read.
 */
type Budget = { left: number; stops: boolean };

let current: Budget | undefined;

/** Thrown where work that may be given up has used its steps. */
class OutOfSteps extends Error {
  constructor() {
    super("The work was not run by `tryWithin`.");
    this.name = "OutOfSteps";
  }
}

function within<T>(budget: Budget, work: () => T): T {
  const outer = current;
  current = budget;
  try {
    return work();
  } finally {
    current = outer;
  }
}

/** Runs synchronous work with a budget, or with what is left of the one that it runs within. */
export function withBudget<T>(steps: number, work: () => T): T {
  const outer = current;
  if (outer === undefined) return within({ left: steps, stops: false }, work);
  const own: Budget = { left: Math.min(steps, outer.left), stops: outer.stops && outer.left < steps };
  const given = own.left;
  try {
    return within(own, work);
  } finally {
    outer.left -= given - own.left;
  }
}

/** Runs synchronous work, and gives it up where it needs more steps: then undefined. */
export function tryWithin<T>(steps: number, work: () => T): { result: T } | undefined {
  try {
    return { result: within({ left: steps, stops: true }, work) };
  } catch (error) {
    if (error instanceof OutOfSteps) return undefined;
    throw error;
  }
}

/** Takes steps from the budget of the running work; false once it is used up. */
export function spend(steps: number): boolean {
  if (current === undefined) return true;
  current.left -= steps;
  if (current.left >= 0) return true;
  if (current.stops) throw new OutOfSteps();
  return false;
}

/** The steps that work takes, for tests. */
export function countSteps(work: () => unknown): number {
  const budget: Budget = { left: Number.MAX_SAFE_INTEGER, stops: false };
  within(budget, work);
  return Number.MAX_SAFE_INTEGER - budget.left;
}

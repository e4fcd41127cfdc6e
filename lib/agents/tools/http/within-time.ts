import { createContext, Script } from "node:vm";

/**
 * How long a validation may take. Patterns are the workspace's and may backtrack for hours, in a process that holds
 * everyone's calls; a sound one takes microseconds.
 */
const LIMIT_MS = 50;
/** The clock runs on while a busy machine computes something else: who was given less than the limit is let try again. */
const MOST_TRIES = 5;

const sandbox: { run: () => unknown } = { run: () => undefined };
const context = createContext(sandbox);
const script = new Script("run()");

function wasStarved(error: unknown, before: NodeJS.CpuUsage): boolean {
  const isLate = (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
  const { user, system } = process.cpuUsage(before);
  return isLate && (user + system) / 1_000 < LIMIT_MS / 2;
}

/**
 * Runs `work` and breaks it off, regular expressions included, when the time is over. It may be run again from its
 * beginning, so it changes nothing. Throws what it throws, and `ERR_SCRIPT_EXECUTION_TIMEOUT`.
 */
export function withinTime<T>(work: () => T): T {
  sandbox.run = work;
  try {
    for (let tries = 1; ; tries++) {
      const before = process.cpuUsage();
      try {
        return script.runInContext(context, { timeout: LIMIT_MS }) as T;
      } catch (error) {
        if (tries === MOST_TRIES || !wasStarved(error, before)) throw error;
      }
    }
  } finally {
    sandbox.run = () => undefined;
  }
}

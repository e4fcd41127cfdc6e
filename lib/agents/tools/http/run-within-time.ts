import { createContext, Script } from "node:vm";

/**
 * Time limit of a validation. Patterns belong to the workspace and can backtrack for hours, in a process that
 * serves all calls. A sound pattern takes microseconds.
 */
const LIMIT_MS = 50;
/**
 * The clock also counts time in which a busy machine runs other processes. Work that got less processor time
 * than the limit is repeated.
 */
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
 * Runs `work` and interrupts it, including regular expressions, at the time limit. It can be run again from
 * the start, so it must not have side effects. Throws the errors of `work`, and
 * `ERR_SCRIPT_EXECUTION_TIMEOUT`.
 */
export function runWithinTime<T>(work: () => T): T {
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

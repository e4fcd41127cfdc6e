import { createContext, Script } from "node:vm";
import { readCpuTime } from "./thread-cpu";

/**
 * Time limit of a validation. Patterns belong to the workspace and can backtrack for hours, in a process that
 * serves all calls. A sound pattern takes microseconds.
 */
const LIMIT_MS = 50;
/**
 * The limit's clock also counts time in which a busy machine runs other processes. Work is repeated until it has had this
 * much processor time in all: a little less than the limit, as the processor's clock has coarse steps.
 */
const ENOUGH_CPU_MS = 40;
/** Tries of work that gets no processor time: two seconds of the clock. */
const MOST_TRIES = 40;
/** Tries if only the processor time of the process is known, and all of it can be that of other threads. */
const MOST_BLIND_TRIES = 2;

const sandbox: { run: () => unknown } = { run: () => undefined };
const context = createContext(sandbox);
const script = new Script("run()");

const isTimeout = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

/**
 * Runs `work` and interrupts it, including regular expressions, at the time limit. It can be run again from
 * the start, so it must not have side effects. Throws the errors of `work`, and
 * `ERR_SCRIPT_EXECUTION_TIMEOUT`.
 */
export function runWithinTime<T>(work: () => T): T {
  sandbox.run = work;
  const start = readCpuTime();
  const mayRepeat = (tries: number): boolean => {
    if (readCpuTime().ms - start.ms < ENOUGH_CPU_MS) return tries < MOST_TRIES;
    return !start.isOfThread && tries < MOST_BLIND_TRIES;
  };
  try {
    for (let tries = 1; ; tries++) {
      try {
        return script.runInContext(context, { timeout: LIMIT_MS }) as T;
      } catch (error) {
        if (!isTimeout(error) || !mayRepeat(tries)) throw error;
      }
    }
  } finally {
    sandbox.run = () => undefined;
  }
}

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
/** Tries while other threads of the process are busy, if the thread's processor time is not known. */
const MOST_BLIND_TRIES = 2;

const sandbox: { run: () => unknown } = { run: () => undefined };
const context = createContext(sandbox);
const script = new Script("run()");

/** Since Node 23.9; the type definitions are those of the oldest Node that works. */
const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };

/** Processor time of this thread, in milliseconds; of the whole process, with its threads of speech, in older Node. */
function readCpuMs(): number {
  const { user, system } = threadCpuUsage?.call(process) ?? process.cpuUsage();
  return (user + system) / 1_000;
}

/** Whether work that ran into the limit may have waited for a processor and is to be repeated. */
function mayRepeat(error: unknown, tries: number, beforeMs: number): boolean {
  if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
  if (readCpuMs() - beforeMs < LIMIT_MS / 2) return tries < MOST_TRIES;
  return threadCpuUsage === undefined && tries < MOST_BLIND_TRIES;
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
      const beforeMs = readCpuMs();
      try {
        return script.runInContext(context, { timeout: LIMIT_MS }) as T;
      } catch (error) {
        if (!mayRepeat(error, tries, beforeMs)) throw error;
      }
    }
  } finally {
    sandbox.run = () => undefined;
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { KeySourceError } from "./key-wrapper";

export type RetryLimits = {
  attempts: number;
  /** Pause after the first failure, doubled after each further one, in milliseconds. */
  pauseMs: number;
  maxPauseMs: number;
};

/** About a minute with the time limits of requests: a service that restarts together with Parley is back by then. */
export const START_LIMITS: RetryLimits = { attempts: 8, pauseMs: 500, maxPauseMs: 10_000 };
/** For commands, whose operator waits. */
export const COMMAND_LIMITS: RetryLimits = { attempts: 3, pauseMs: 500, maxPauseMs: 2_000 };

/**
 * Repeats `work` while it throws a temporary `KeySourceError`, at most `attempts` times. `onRetry` gets each error before
 * the pause. Throws the last error.
 */
export async function retryTemporary<T>(
  work: () => Promise<T>,
  { attempts, pauseMs, maxPauseMs }: RetryLimits,
  onRetry: (error: KeySourceError) => void = () => undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof KeySourceError) || !error.isTemporary || attempt >= attempts) throw error;
      onRetry(error);
      await sleep(Math.min(pauseMs * 2 ** (attempt - 1), maxPauseMs));
    }
  }
}

import { setTimeout as pause } from "node:timers/promises";

/** Limit of a wait: it ends a run that hangs, and says nothing about speed. */
export const PATIENCE_MS = 120_000;
const POLL_MS = 200;

/**
 * Polls until `probe` returns a value other than false, null or undefined, and returns it. Errors of `probe` count as "not
 * yet". Throws after the limit, with `condition` and the last error.
 */
export async function waitUntil<T>(
  condition: string,
  probe: () => Promise<T | false | null | undefined>,
  { timeoutMs = PATIENCE_MS, pollMs = POLL_MS } = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const value = await probe();
      if (value !== false && value !== null && value !== undefined) return value;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline)
      throw new Error(`Not reached after ${timeoutMs / 1_000} s: ${condition}`, { cause: last });
    await pause(pollMs);
  }
}

/** Whether the condition of `waitUntil` is reached. */
export const isReached = (
  condition: string,
  probe: () => Promise<unknown>,
  options: { timeoutMs?: number } = {},
): Promise<boolean> =>
  waitUntil(condition, async () => ((await probe()) ? true : null), options).catch((error: unknown) => {
    process.stderr.write(`  ${String(error)} ${String((error as Error).cause ?? "")}\n`);
    return false;
  });

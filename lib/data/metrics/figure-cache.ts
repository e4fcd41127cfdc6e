import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";

/** Reads within this time share one result. */
const KEPT_MS = 5_000;
/** At most a tenth of the time is spent on queries, for installations of any size. */
const REST_FACTOR = 9;
/** Maximum interval between queries, so that results do not become too old. */
const MAX_INTERVAL_MS = 30_000;
/** Maximum wait of a reader; the usual scrape timeout is 10 s. */
const WAIT_MS = 2_000;
/** Maximum age of a result. */
const OLDEST_MS = 60_000;
/** Time limit of a query. */
const ASK_TIMEOUT_MS = 20_000;

/** Milliseconds, shorter in tests. */
type Times = { keptMs?: number; waitMs?: number };

/**
 * Caches the result of `ask`. It runs again after 5 s at the earliest, and never concurrently. If it takes
 * longer than 2 s, the previous result is returned, for up to a minute; null without one, or after a failure.
 */
export function createFigureCache<T>(
  part: string,
  ask: (signal: AbortSignal) => Promise<T>,
  { keptMs = KEPT_MS, waitMs = WAIT_MS }: Times = {},
): () => Promise<T | null> {
  let last: { at: number; value: T | null } | undefined;
  let nextAt = 0;
  let asking: Promise<void> | undefined;

  async function askNow(): Promise<void> {
    const startedAtMs = performance.now();
    let value: T | null = null;
    try {
      value = await ask(AbortSignal.timeout(ASK_TIMEOUT_MS));
    } catch (error) {
      log.warn({ part, err: error }, "figures of the metrics could not be read");
    }
    const now = performance.now();
    last = { at: now, value };
    // After a long outage of the database, figures are available again immediately.
    const restMs = value === null ? 0 : Math.min((now - startedAtMs) * REST_FACTOR, MAX_INTERVAL_MS);
    nextAt = now + Math.max(keptMs, restMs);
    asking = undefined;
  }

  return async () => {
    if (asking === undefined && performance.now() >= nextAt) asking = askNow();
    if (asking !== undefined) await withTimeout(asking, waitMs, () => undefined);
    const old = last === undefined || performance.now() - last.at > OLDEST_MS;
    return old ? null : (last?.value ?? null);
  };
}

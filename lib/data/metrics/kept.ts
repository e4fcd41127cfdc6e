import { log } from "@/lib/platform/log";

/** Who asks more often is told the same again. */
const KEPT_MS = 5_000;
/** Of ten parts of the time one is spent on asking, however large the installation is. */
const REST_FACTOR = 9;
/** But so often at least, so that the last answer does not become too old before the next has come. */
const MOST_REST_MS = 30_000;
/** A reader is not kept waiting longer; the usual limit of a scrape is 10 s. */
const WAIT_MS = 2_000;
/** What is older is not told any more: it says nothing of now. */
const OLDEST_MS = 60_000;
/** One that takes longer is given up. */
const ASK_TIMEOUT_MS = 20_000;

/** Milliseconds, for tests that do not wait as long. */
type Times = { keptMs?: number; waitMs?: number };

/**
 * Answers what `ask` does, asked anew after 5 s at the earliest and never twice at once. While it takes longer than 2 s
 * the answer before it serves, for up to a minute; null where there is none, or it failed.
 */
export function kept<T>(
  part: string,
  ask: (signal: AbortSignal) => Promise<T>,
  { keptMs = KEPT_MS, waitMs = WAIT_MS }: Times = {},
): () => Promise<T | null> {
  let last: { at: number; value: T | null } | undefined;
  let nextAt = 0;
  let asking: Promise<void> | undefined;

  async function askNow(): Promise<void> {
    const began = performance.now();
    let value: T | null = null;
    try {
      value = await ask(AbortSignal.timeout(ASK_TIMEOUT_MS));
    } catch (error) {
      log.warn({ part, err: error }, "figures of the metrics could not be read");
    }
    const now = performance.now();
    last = { at: now, value };
    // A database that was away for long is not to be missing for longer than it was.
    const restMs = value === null ? 0 : Math.min((now - began) * REST_FACTOR, MOST_REST_MS);
    nextAt = now + Math.max(keptMs, restMs);
    asking = undefined;
  }

  return async () => {
    if (asking === undefined && performance.now() >= nextAt) asking = askNow();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([asking, late]);
    clearTimeout(timer);
    const old = last === undefined || performance.now() - last.at > OLDEST_MS;
    return old ? null : (last?.value ?? null);
  };
}

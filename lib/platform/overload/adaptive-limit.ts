/** Requests that may be under way at once in a new process, and how many always may. */
const START = 40;
const LEAST = 10;
/** A late process gets a fifth less work; one that is not late and needs more gets a tenth more, ten times a second. */
const SHRINK = 0.8;
const GROW = 1.1;
/** The limit grows only while it is nearly reached, so that an idle process keeps a limit that it has tried. */
const NEARLY_REACHED = 0.9;
/** Lateness at which the process is late, and below which the limit may grow. */
const LATE_MS = 15;
const KEEPS_UP_MS = 5;
/** Each of so many measurements in a row must be late: a pause of the garbage collector is no load. */
const MEASUREMENTS = 3;

export type AdaptiveLimit = {
  /** The number of requests that may be under way at once. */
  limit(): number;
  /** Ten times a second: how late the process is in milliseconds, and how many requests are under way. */
  measure(lateMs: number, underWay: number): void;
};

/**
 * How many requests a process can work on, found by trial: the limit grows while the process keeps up, and shrinks while
 * it is late. A request that waits for a model makes nothing late, so that a process may have thousands of those.
 */
export function createAdaptiveLimit(): AdaptiveLimit {
  let limit = START;
  let recentMs: readonly number[] = [];
  return {
    limit: () => limit,
    measure(lateMs, underWay) {
      recentMs = [...recentMs, lateMs].slice(-MEASUREMENTS);
      const isLate = recentMs.length === MEASUREMENTS && Math.min(...recentMs) >= LATE_MS;
      if (isLate) {
        // A lower limit has an effect only when enough requests have ended. Until then, a further step would be too much.
        if (underWay <= limit) limit = Math.max(LEAST, Math.floor(limit * SHRINK));
      } else if (Math.max(...recentMs) < KEEPS_UP_MS && underWay >= limit * NEARLY_REACHED)
        limit = Math.ceil(limit * GROW);
    },
  };
}

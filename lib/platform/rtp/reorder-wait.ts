/** The wait before the first observation, and its bounds. Longer waits than the last make a conversation slow. */
const FIRST_WAIT_MS = 60;
const MIN_WAIT_MS = 20;
const MAX_WAIT_MS = 200;
/** A packet may be later than the latest so far by this part and this time. */
const MARGIN = 1.25;
const MARGIN_MS = 10;
/** Part of the distance to the shortest wait that each packet in order removes: half of it in 14 s of 20 ms packets. */
const DECAY = 0.001;

/** How long packets wait for an earlier one. */
export type ReorderWait = {
  readonly ms: number;
  /** A packet came this long after the first packet behind it, in time or not. */
  observeLate(lateMs: number): void;
  /** A packet came in order. */
  observeOrdered(): void;
};

/**
 * Adapts the wait to the network: it covers the reordering of the last seconds, and becomes short where a gap is always a loss.
 */
export function createReorderWait(): ReorderWait {
  let ms = FIRST_WAIT_MS;
  return {
    get ms() {
      return ms;
    },
    observeLate(lateMs) {
      ms = Math.min(MAX_WAIT_MS, Math.max(ms, lateMs * MARGIN + MARGIN_MS));
    },
    observeOrdered() {
      ms -= (ms - MIN_WAIT_MS) * DECAY;
    },
  };
}

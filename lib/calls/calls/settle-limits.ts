/** Limits of settling where a call ends. Tests change them. */
export const SETTLE_LIMITS = {
  /** How long a request waits for its ended call to settle. The built-in model needs milliseconds. */
  waitMs: 5_000,
  /** Whether a worker settles the calls of a process that holds other lines. */
  isQueuedBesideLines: true,
};

const CYCLE = 0x1_0000;
const HALF = 0x8000;
const TIMESTAMP_CYCLE = 0x1_0000_0000;

/**
 * The index of a sequence number (RFC 3711, 3.3.1): of the candidates in this cycle and its neighbors, the nearest to
 * the highest index so far. Negative if it is before the first cycle.
 */
export function extendSequence(sequence: number, highest: number): number {
  const cycle = highest - (highest % CYCLE);
  const difference = sequence - (highest % CYCLE);
  if (difference > HALF) return cycle - CYCLE + sequence;
  if (difference < -HALF) return cycle + CYCLE + sequence;
  return cycle + sequence;
}

/** Signed difference of two 32-bit timestamps that may have wrapped. */
export const timestampDifference = (later: number, earlier: number): number => (later - earlier) | 0;

/** A timestamp after `step` more samples. */
export const advanceTimestamp = (timestamp: number, step: number): number =>
  (timestamp + step) % TIMESTAMP_CYCLE;

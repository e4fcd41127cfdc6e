import { plusMs } from "@/lib/platform/clock";

/** This many carrier failures in a row open the circuit breaker; fewer may be single bad calls. */
export const FAILURES_TO_OPEN = 5;
/** Long enough for a carrier to restart. It doubles with each failure after a back-off. */
const FIRST_BACKOFF_MS = 60_000;
const MAX_BACKOFF_MS = 30 * 60_000;
/** Nine back-offs, about two and a half hours. By then an admin has to fix the carrier. */
const FAILURES_TO_FAIL = FAILURES_TO_OPEN + 8;

/** The state of a campaign's circuit breaker: consecutive carrier failures, and the end of the back-off. */
export type BreakerState = { carrier_failures: number; backoff_until: string | null };

export const CLOSED_BREAKER: BreakerState = { carrier_failures: 0, backoff_until: null };

const isOpen = ({ backoff_until: until }: BreakerState, now: string): boolean =>
  until !== null && until > now;

/**
 * Counts a carrier failure. Failures of earlier attempts during a back-off count as the same failure.
 * `hasNoCarrier`: there is no carrier at all, so the breaker opens without waiting for five failures.
 */
export function afterFailure(breaker: BreakerState, now: string, hasNoCarrier = false): BreakerState {
  if (isOpen(breaker, now)) return breaker;
  const counted = breaker.carrier_failures + 1;
  const failures = hasNoCarrier ? Math.max(counted, FAILURES_TO_OPEN) : counted;
  if (failures < FAILURES_TO_OPEN) return { carrier_failures: failures, backoff_until: null };
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** (failures - FAILURES_TO_OPEN), MAX_BACKOFF_MS);
  return { carrier_failures: failures, backoff_until: plusMs(now, backoffMs) };
}

/** Whether the campaign fails because of its carrier. */
export const hasExhaustedRetries = ({ carrier_failures: failures }: BreakerState): boolean =>
  failures > FAILURES_TO_FAIL;

/** Limits the concurrent attempts. After a back-off, a single attempt tests the carrier. */
export const allowedSlots = ({ carrier_failures: failures }: BreakerState, requestedSlots: number): number =>
  failures >= FAILURES_TO_OPEN ? Math.min(requestedSlots, 1) : requestedSlots;

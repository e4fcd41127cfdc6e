import { plusMs } from "@/lib/platform/clock";

/** So many failures of the carrier in a row are no accident of single calls. */
export const FAILURES_TO_REST = 5;
/** A carrier's restart; doubled with each failure after a rest. */
const FIRST_REST_MS = 60_000;
const MAX_REST_MS = 30 * 60_000;
/** Nine rests, some two and a half hours: by then somebody has to look at it. */
const FAILURES_TO_END = FAILURES_TO_REST + 8;

/** How a campaign's carrier does: failures in a row, and until when nothing is placed for them. */
export type Strain = { carrier_failures: number; backoff_until: string | null };

export const AT_EASE: Strain = { carrier_failures: 0, backoff_until: null };

const isResting = ({ backoff_until: until }: Strain, now: string): boolean => until !== null && until > now;

/**
 * After a failure of the carrier. While the campaign rests, what was placed before fails too, and counts as the same
 * failure. `certain`: there is no carrier at all, for which nobody waits to fail five times.
 */
export function afterFailure(strain: Strain, now: string, certain = false): Strain {
  if (isResting(strain, now)) return strain;
  const counted = strain.carrier_failures + 1;
  const failures = certain ? Math.max(counted, FAILURES_TO_REST) : counted;
  if (failures < FAILURES_TO_REST) return { carrier_failures: failures, backoff_until: null };
  const restMs = Math.min(FIRST_REST_MS * 2 ** (failures - FAILURES_TO_REST), MAX_REST_MS);
  return { carrier_failures: failures, backoff_until: plusMs(now, restMs) };
}

/** Whether the campaign is to fail for its carrier. */
export const isWornOut = ({ carrier_failures: failures }: Strain): boolean => failures > FAILURES_TO_END;

/** How many attempts at once a campaign may have: after a rest one tries whether the carrier is back. */
export const slotsOf = ({ carrier_failures: failures }: Strain, wanted: number): number =>
  failures >= FAILURES_TO_REST ? Math.min(wanted, 1) : wanted;

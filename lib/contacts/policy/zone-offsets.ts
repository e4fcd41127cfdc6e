import { Temporal } from "temporal-polyfill";

/** A period with a constant zone offset, from `fromMs` (inclusive) to `untilMs` (exclusive). */
export type OffsetPeriod = { fromMs: number; untilMs: number; offsetMs: number };

/** Cache size. Larger than the IANA database with its links; bounds other spellings of zone names. */
const MAX_ZONES = 1_000;
/** Eight years of a zone that changes its clocks twice a year. */
const MAX_STRETCHES = 16;
const NS_PER_MS = 1_000_000;

// Cached, as reading an offset from Temporal costs a hundred times as much as the rest of a decision.
const periodsByZone = new Map<string, OffsetPeriod[] | null>();

/** The offset period of a zone at a moment. Null if the zone does not exist. */
export function offsetPeriodAt(zone: string, atMs: number): OffsetPeriod | null {
  const periods = periodsByZone.get(zone);
  if (periods === null) return null;
  for (const period of periods ?? []) if (period.fromMs <= atMs && atMs < period.untilMs) return period;

  const period = readOffsetPeriod(zone, atMs);
  if (periodsByZone.size >= MAX_ZONES && !periodsByZone.has(zone)) periodsByZone.clear();
  if (period === null) periodsByZone.set(zone, null);
  else periodsByZone.set(zone, [period, ...(periods ?? []).slice(0, MAX_STRETCHES - 1)]);
  return period;
}

function readOffsetPeriod(zone: string, atMs: number): OffsetPeriod | null {
  try {
    const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
    // An offset change at exactly this moment is the start of the period.
    const start = at.add({ milliseconds: 1 }).getTimeZoneTransition("previous");
    const end = at.getTimeZoneTransition("next");
    return {
      fromMs: start?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
      untilMs: end?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      offsetMs: at.offsetNanoseconds / NS_PER_MS,
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

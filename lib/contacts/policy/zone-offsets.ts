import { Temporal } from "temporal-polyfill";

/** A stretch of time in which a zone's clocks are not changed: from `fromMs`, and until before `untilMs`. */
export type Stretch = { fromMs: number; untilMs: number; offsetMs: number };

/** More than the IANA database has, its links included; other spellings of a name are what is bounded here. */
const MAX_ZONES = 1_000;
/** Eight years of a zone that changes its clocks twice a year. */
const MAX_STRETCHES = 16;
const NS_PER_MS = 1_000_000;

// A decision needs an offset or two. Asked of Temporal each time they cost a hundred times what the rest does.
const known = new Map<string, Stretch[] | null>();

/** The stretch of a zone's time in which a moment lies; null where there is no such zone. */
export function stretchAt(zone: string, atMs: number): Stretch | null {
  const stretches = known.get(zone);
  if (stretches === null) return null;
  for (const stretch of stretches ?? []) if (stretch.fromMs <= atMs && atMs < stretch.untilMs) return stretch;

  const found = read(zone, atMs);
  if (known.size >= MAX_ZONES && !known.has(zone)) known.clear();
  if (found === null) known.set(zone, null);
  else known.set(zone, [found, ...(stretches ?? []).slice(0, MAX_STRETCHES - 1)]);
  return found;
}

function read(zone: string, atMs: number): Stretch | null {
  try {
    const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
    // A change at this very moment is the one that the stretch begins with.
    const began = at.add({ milliseconds: 1 }).getTimeZoneTransition("previous");
    const ends = at.getTimeZoneTransition("next");
    return {
      fromMs: began?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
      untilMs: ends?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      offsetMs: at.offsetNanoseconds / NS_PER_MS,
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

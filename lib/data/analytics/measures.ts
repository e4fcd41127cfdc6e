/** The measures of a call: `call_facts` in prisma/sql. */
export const MEASURES = [
  "status",
  "direction",
  "outcome",
  "figure",
  "duration",
  "recording",
  "blocked",
  "turn",
  "usage",
  "turns",
] as const;

/** Columns of a call's parties. */
export const PARTY_COLUMNS = ["agent_id", "campaign_id", "channel"] as const;
export type PartyColumn = (typeof PARTY_COLUMNS)[number];

/**
 * Grains of the roll-ups of days: agents with campaigns and channels, each of them alone, or none. The days
 * of one party are few, regardless of the number of others.
 */
export const DAY_GRAINS = ["day", ...PARTY_COLUMNS, "total"] as const;
type DayGrain = (typeof DAY_GRAINS)[number];

/** The grain with the fewest rows that distinguishes these columns. */
export function grainFor(columns: readonly PartyColumn[]): DayGrain {
  const [first, ...remaining] = new Set(columns);
  if (first === undefined) return "total";
  return remaining.length === 0 ? first : "day";
}

/** What is counted of a call: `call_facts` in the migrations. */
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

/** Columns that tell whose a call is. */
export const PARTY_COLUMNS = ["agent_id", "campaign_id", "channel"] as const;
export type PartyColumn = (typeof PARTY_COLUMNS)[number];

/**
 * Roll-ups of days, by what is kept apart in them: agents with campaigns with channels, each of these alone, or nothing.
 * Days of one party alone are few, however many of the others there are.
 */
export const DAY_GRAINS = ["day", ...PARTY_COLUMNS, "total"] as const;
type DayGrain = (typeof DAY_GRAINS)[number];

/** The grain with the fewest rows that tells these columns apart. */
export function grainFor(columns: readonly PartyColumn[]): DayGrain {
  const [first, ...others] = new Set(columns);
  if (first === undefined) return "total";
  return others.length === 0 ? first : "day";
}

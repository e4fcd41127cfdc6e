/** The simulated callers, by key (lib/outreach/offline/simulator). */
export const PERSONA_KEYS = [
  "nora",
  "tomas",
  "priya",
  "walter",
  "ines",
  "marcus",
  "greta",
  "dennis",
  "olga",
  "felix",
  "yuki",
  "sam",
  "lucia",
] as const;

/** The value below or at which `percent` percent of the values are (nearest rank). 0 without a value. */
export function percentileOf(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

/** The value below which this share of a list lies; 0 of an empty one. */
export function quantile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
export const median = (list: readonly number[]): number => quantile(list, 0.5);

/** What is printed: a figure, and what was to be reached, if anything was. */
export type Row = { what: string; figure: string };
export type Verdict = { what: string; met: boolean };
export type Findings = { rows: Row[]; verdicts: Verdict[] };

/** The value below which this share of a list lies; 0 of an empty one. */
export function quantile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
export const median = (list: readonly number[]): number => quantile(list, 0.5);

/** A printed row: a figure, and its bound if it has one. */
export type Row = { label: string; figure: string };
export type Verdict = { label: string; isMet: boolean };
export type Findings = { rows: Row[]; verdicts: Verdict[] };

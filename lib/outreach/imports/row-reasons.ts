import type { ImportPreview, RowError } from "./schema";

/** Maximum reasons of a preview. */
const MAX_REASONS = 50;

type Reason = ImportPreview["reasons"][number];

/** Counts why rows are invalid. */
export class RowReasons {
  private readonly reasons = new Map<string, Reason>();

  add({ row, ...problem }: Omit<RowError, "row"> & { row: number }): void {
    const key = JSON.stringify([problem.column, problem.code, problem.message]);
    const reason = this.reasons.get(key);
    if (reason === undefined) this.reasons.set(key, { ...problem, count: 1, first_row: row });
    else reason.count += 1;
  }

  mostFrequent(): Reason[] {
    return [...this.reasons.values()].sort((a, b) => b.count - a.count).slice(0, MAX_REASONS);
  }
}

import { digitsOf } from "./row-numbers";
import type { ImportPreview } from "./schema";

/** Maximum numbers whose rows a report lists, and rows of each. */
const MAX_NUMBERS = 20;
const MAX_ROWS = 20;

/** Collects the rows of a file that have the same number. An import merges them. */
export class RepeatedNumbers {
  private readonly firstRows = new Map<number, number>();
  private readonly groups = new Map<number, number[]>();
  private readonly counts = new Map<number, number>();
  private count = 0;

  /** How often each repeated number appears, by its digits. */
  get repeats(): ReadonlyMap<number, number> {
    return this.counts;
  }

  /** Adds a valid row. */
  add(e164: string, row: number): void {
    const digits = digitsOf(e164);
    const firstRow = this.firstRows.get(digits);
    if (firstRow === undefined) {
      this.firstRows.set(digits, row);
      return;
    }
    this.count += 1;
    this.counts.set(digits, (this.counts.get(digits) ?? 1) + 1);
    const rows = this.groups.get(digits);
    if (rows === undefined) {
      if (this.groups.size < MAX_NUMBERS) this.groups.set(digits, [firstRow, row]);
    } else if (rows.length < MAX_ROWS) rows.push(row);
  }

  /** Returns how many rows are merged into another row, and the first of them by their number. */
  report(): Pick<ImportPreview, "merged" | "merges"> {
    return { merged: this.count, merges: [...this.groups.values()].map((rows) => ({ rows })) };
  }
}

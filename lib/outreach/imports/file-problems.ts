import { type ImportParams, type ImportReason, importProblem } from "./problems";
import type { RowError } from "./schema";

/** Maximum reported problems. More do not help, but all are counted. */
const MAX_REPORTED = 1_000;
/** Maximum reported length of a column's name. */
const MAX_COLUMN = 100;

/** A name that PostgreSQL's JSON can store. */
export const storableName = (name: string): string =>
  name.slice(0, MAX_COLUMN).replaceAll("\0", "").toWellFormed();

/** The problems of a file. */
export class FileProblems {
  readonly reported: RowError[] = [];
  count = 0;

  add({ column, ...problem }: RowError): void {
    this.count += 1;
    if (this.reported.length < MAX_REPORTED)
      this.reported.push({ ...problem, column: column === null ? null : storableName(column) });
  }
}

/**
 * Stops reading a file that cannot be parsed further. It is reported to the sender, not logged as an error.
 */
export class FileRefused extends Error {
  constructor(
    readonly problem: RowError,
    /** Whether the file ends too early, as the first part of a larger file does. */
    readonly isUnfinished = false,
  ) {
    super(problem.code);
    this.name = "FileRefused";
  }
}

/** Creates the error for a problem of the whole file, or from a row on. */
export const fileRefused = <R extends ImportReason>(
  reason: R,
  { row = null, column = null }: { row?: number | null; column?: string | null } = {},
  ...params: ImportParams<R>
) => new FileRefused({ row, column, ...importProblem(reason, ...params) });

/** Creates the error for a file that ends within a row. */
export const fileUnfinished = (reason: "quote_open" | "json_open", row: number | null = null) =>
  new FileRefused({ row, column: null, ...importProblem(reason) }, true);

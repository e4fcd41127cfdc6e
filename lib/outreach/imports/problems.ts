import type { RowError } from "./schema";

/** Problems that are kept of a file; more help nobody, and all are counted. */
const MAX_KEPT = 1_000;
/** A header may be as long as it likes; what is told of it is not. */
const MAX_COLUMN = 100;

/** A name as PostgreSQL's JSON can hold it. */
const keepable = (name: string): string => name.slice(0, MAX_COLUMN).replaceAll("\0", "").toWellFormed();

/** What is wrong with a file so far. */
export class Problems {
  readonly kept: RowError[] = [];
  count = 0;

  add({ column, ...problem }: RowError): void {
    this.count += 1;
    if (this.kept.length < MAX_KEPT)
      this.kept.push({ ...problem, column: column === null ? null : keepable(column) });
  }
}

/** Ends the reading of a file of which the rest cannot be told. It is no failure: the report says it. */
export class FileRefused extends Error {
  constructor(readonly problem: RowError) {
    super(problem.code);
    this.name = "FileRefused";
  }
}

/** What is wrong with the file as a whole, or from a row on. */
export const refused = (
  code: string,
  message: string,
  row: number | null = null,
  column: string | null = null,
) => new FileRefused({ row, column, code, message });

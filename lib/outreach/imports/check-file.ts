import { writeUnaudited } from "@/lib/platform/db";
import { checkRow, type RowRules } from "./check-row";
import { FileColumns } from "./file-columns";
import { FileProblems, FileRefused, fileRefused } from "./file-problems";
import type { FileRow } from "./file-row";
import { readFile } from "./import-chunks";
import { type Job, type Settings, updateProgress } from "./import-job";
import { openFile } from "./open-file";
import { RepeatedNumbers } from "./repeated-numbers";
import { RowNumbers } from "./row-numbers";

/** Maximum rows of a file. Numbers are kept in memory while it is read, to find those that appear twice. */
const MAX_ROWS = 500_000;
/** Rows between two progress updates. */
const PROGRESS_EVERY_ROWS = 5_000;

/** The result of the first reading. */
export type CheckedFile = {
  problems: FileProblems;
  /** Whether the file could not be read to its end. */
  isRefused: boolean;
  columns: FileColumns;
  rows: number;
  /** Rows with a problem. */
  invalid: number;
  /** The numbers of the rows in order. */
  numbers: RowNumbers;
  /** The rows with the same number. */
  repeated: RepeatedNumbers;
  /** Reads the file's rows again. */
  read: () => AsyncGenerator<FileRow>;
  rules: RowRules;
};

/** The rules of a file's rows by the settings of its import or preview. */
export const rowRules = (
  now: string,
  { country, consent_source, attest }: Pick<Settings, "country" | "consent_source" | "attest">,
): RowRules => ({
  now,
  ...(country !== undefined && { country }),
  ...(consent_source !== undefined && { consent_source }),
  ...(attest !== undefined && { attest }),
});

async function* noRows(): AsyncGenerator<FileRow> {}

/** Reads the whole file once and collects its problems. It writes only the progress. */
export async function checkFile(job: Job): Promise<CheckedFile> {
  const { ctx, id, kind, format, settings } = job;
  const problems = new FileProblems();
  const rules = rowRules(ctx.now(), settings);
  const columns = new FileColumns({
    mapping: new Map(Object.entries(settings.mapping)),
    kind,
  });
  const numbers = new RowNumbers();
  const repeated = new RepeatedNumbers();
  let rows = 0;
  let invalid = 0;
  let isRefused = false;
  const checkNextRow = (row: FileRow): void => {
    rows += 1;
    if (rows > MAX_ROWS) throw fileRefused("rows_too_many", { row: row.row }, { max: MAX_ROWS });
    columns.count(row.cells);
    const entry = checkRow(row, rules, (problem) => problems.add({ ...problem, row: row.row }));
    if (entry === null) {
      invalid += 1;
      numbers.addRejected();
      return;
    }
    numbers.add(entry.number);
    repeated.add(entry.number.e164, row.row);
  };
  let read: CheckedFile["read"] = noRows;
  try {
    const bytes = () => readFile(ctx, id);
    ({ read } = await openFile({ bytes, format, charset: settings.charset, columns }));
    for await (const row of read()) {
      checkNextRow(row);
      if (rows % PROGRESS_EVERY_ROWS !== 0) continue;
      ctx.signal.throwIfAborted();
      await writeUnaudited(ctx, { run: [updateProgress(job, { status: "checking", rows, done: rows })] });
    }
    if (rows === 0) throw fileRefused("rows_missing");
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    problems.add(error.problem);
    isRefused = true;
  }
  await writeUnaudited(ctx, { run: [updateProgress(job, { status: "checking", rows, done: rows })] });
  return { problems, isRefused, columns, rows, invalid, numbers, repeated, read, rules };
}

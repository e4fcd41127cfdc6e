import { writeUnaudited } from "@/lib/platform/db";
import { checkRow, type RowRules } from "./check-row";
import { readCsvRows } from "./csv-rows";
import { decodeText, detectEncoding } from "./encoding";
import { FileProblems, FileRefused, fileRefused } from "./file-problems";
import type { FileRow } from "./file-row";
import { readFile } from "./import-chunks";
import { type Job, updateProgress } from "./import-job";
import { readJsonRows } from "./json-rows";
import { digitsOf, RowNumbers } from "./row-numbers";

/** Maximum rows of a file. Numbers are kept in memory while it is read, to find those that appear twice. */
const MAX_ROWS = 500_000;
/** Rows between two progress updates. */
const PROGRESS_EVERY_ROWS = 5_000;

/** The result of the first reading. */
export type CheckedFile = {
  problems: FileProblems;
  rows: number;
  /** The numbers of the rows in order, if no row has a problem. */
  numbers: RowNumbers;
  /** How often each repeated number appears, by its digits. */
  repeats: ReadonlyMap<number, number>;
  /** Reads the file's rows again. */
  read: () => AsyncGenerator<FileRow>;
  rules: RowRules;
};

/** Detects the encoding and returns a reader of the file's rows. */
async function openRows({ ctx, id, format, settings }: Job): Promise<CheckedFile["read"]> {
  const mapping = new Map(Object.entries(settings.mapping));
  const bytes = () => readFile(ctx, id);
  const encoding = await detectEncoding(bytes, format === "json" ? "utf-8" : settings.charset);
  return format === "json"
    ? () => readJsonRows(bytes(), mapping)
    : () => readCsvRows(decodeText(bytes, encoding), mapping);
}

async function* noRows(): AsyncGenerator<FileRow> {}

/** Reads the whole file once and collects its problems. It writes only the progress. */
export async function checkFile(job: Job): Promise<CheckedFile> {
  const { ctx, settings } = job;
  const problems = new FileProblems();
  const { country, consent_source, attest } = settings;
  const rules: RowRules = {
    now: ctx.now(),
    ...(country !== undefined && { country }),
    ...(consent_source !== undefined && { consent_source }),
    ...(attest !== undefined && { attest }),
  };
  const numbers = new RowNumbers();
  const seenNumbers = new Set<number>();
  const repeats = new Map<number, number>();
  let rows = 0;
  const checkNextRow = (row: FileRow): void => {
    rows += 1;
    if (rows > MAX_ROWS)
      throw fileRefused("too_many_rows", `Send at most ${MAX_ROWS} rows at a time.`, row.row);
    const entry = checkRow(row, rules, (problem) => problems.add({ ...problem, row: row.row }));
    if (entry === null) return;
    numbers.add(entry.number);
    const digits = digitsOf(entry.number.e164);
    if (seenNumbers.has(digits)) repeats.set(digits, (repeats.get(digits) ?? 1) + 1);
    seenNumbers.add(digits);
  };
  let read: CheckedFile["read"] = noRows;
  try {
    read = await openRows(job);
    for await (const row of read()) {
      checkNextRow(row);
      if (rows % PROGRESS_EVERY_ROWS !== 0) continue;
      ctx.signal.throwIfAborted();
      await writeUnaudited(ctx, { run: [updateProgress(job, { status: "checking", rows, done: rows })] });
    }
    if (rows === 0) throw fileRefused("empty", "The file has no rows.");
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    problems.add(error.problem);
  }
  await writeUnaudited(ctx, { run: [updateProgress(job, { status: "checking", rows, done: rows })] });
  return { problems, rows, numbers, repeats, read, rules };
}

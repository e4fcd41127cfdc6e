import { record } from "@/lib/platform/db";
import { checkRow, type RowRules } from "./check-row";
import { fileOf } from "./chunks";
import { csvRows } from "./csv-rows";
import { encodingOf, textOf } from "./encoding";
import { type Job, progress } from "./job";
import { jsonRows } from "./json-rows";
import { digitsOf, Numbers } from "./numbers";
import { FileRefused, Problems, refused } from "./problems";
import type { FileRow } from "./row";

/** Rows of a file. Numbers are kept in memory while it is read, to tell those that come twice. */
const MAX_ROWS = 500_000;
/** Rows between two words of progress. */
const STEP = 5_000;

/** What the first reading found. */
export type Checked = {
  problems: Problems;
  rows: number;
  /** Of the rows in their order, if nothing is wrong with any. */
  numbers: Numbers;
  /** How often each number that comes more than once comes, by its digits. */
  repeats: ReadonlyMap<number, number>;
  /** Reads the file again. */
  read: () => AsyncGenerator<FileRow>;
  rules: RowRules;
};

/** The rows of the job's file. */
async function rowsOf({ ctx, id, format, settings }: Job): Promise<Checked["read"]> {
  const mapping = new Map(Object.entries(settings.mapping));
  const bytes = () => fileOf(ctx, id);
  const encoding = await encodingOf(bytes, format === "json" ? "utf-8" : settings.charset);
  return format === "json"
    ? () => jsonRows(bytes(), mapping)
    : () => csvRows(textOf(bytes, encoding), mapping);
}

async function* nothing(): AsyncGenerator<FileRow> {}

/** Reads the whole file once and takes down all that is wrong with it. Writes nothing but how far it is. */
export async function checkFile(job: Job): Promise<Checked> {
  const { ctx, settings } = job;
  const problems = new Problems();
  const { country, consent_source, attest } = settings;
  const rules: RowRules = {
    now: ctx.now(),
    ...(country !== undefined && { country }),
    ...(consent_source !== undefined && { consent_source }),
    ...(attest !== undefined && { attest }),
  };
  const numbers = new Numbers();
  const seen = new Set<number>();
  const repeats = new Map<number, number>();
  let rows = 0;
  const take = (row: FileRow): void => {
    rows += 1;
    if (rows > MAX_ROWS) throw refused("too_many_rows", `Send at most ${MAX_ROWS} rows at a time.`, row.row);
    const entry = checkRow(row, rules, (problem) => problems.add({ ...problem, row: row.row }));
    if (entry === null) return;
    numbers.add(entry.number);
    const digits = digitsOf(entry.number.e164);
    if (seen.has(digits)) repeats.set(digits, (repeats.get(digits) ?? 1) + 1);
    seen.add(digits);
  };
  let read: Checked["read"] = nothing;
  try {
    read = await rowsOf(job);
    for await (const row of read()) {
      take(row);
      if (rows % STEP !== 0) continue;
      ctx.signal.throwIfAborted();
      await record(ctx, { run: [progress(job, { status: "checking", rows, done: rows })] });
    }
    if (rows === 0) throw refused("empty", "The file has no rows.");
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    problems.add(error.problem);
  }
  await record(ctx, { run: [progress(job, { status: "checking", rows, done: rows })] });
  return { problems, rows, numbers, repeats, read, rules };
}

import { Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { unguardFormula } from "@/lib/platform/csv";
import { columnNames } from "./columns";
import { isExportHeader } from "./fields";
import type { FileColumn, FileColumns } from "./file-columns";
import { type FileRefused, fileRefused, fileUnfinished } from "./file-problems";
import type { Cell, FileRow } from "./file-row";

/**
 * Maximum length of a row: fifty attributes of the maximum length as JSON in one quoted cell, as in an
 * export.
 */
const MAX_ROW_CHARS = 512 * 1024;
const DELIMITERS = [",", ";", "\t", "|"] as const;

/** Returns the most frequent delimiter in the header, outside of quotes. */
export function detectDelimiter(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === "\n" || char === "\r")) break;
    else if (!isQuoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}

/** Converts an error of csv-parse, without quoting the file. */
function refusalOf(error: CsvError, row: number): FileRefused {
  if (error.code === "CSV_MAX_RECORD_SIZE") return fileRefused("row_unbounded", { row });
  if (error.code.startsWith("CSV_QUOTE_NOT_CLOSED")) return fileUnfinished("quote_open", row);
  return fileRefused("quote_misplaced", { row });
}

/** The row of an error. The parser reads ahead of the rows that it has returned. */
function failedRowOf(error: CsvError): number | null {
  const { records } = error as { records?: unknown };
  return typeof records === "number" ? records + 1 : null;
}

/** The header without its trailing empty cells, which spreadsheets add. */
function trimHeader(record: readonly string[]): readonly string[] {
  const last = record.findLastIndex((cell) => cell.trim() !== "");
  return record.slice(0, last + 1);
}

/**
 * A cell's text without the apostrophe that guards a formula. An export's cells keep their white space.
 */
const cellText = (cell: string, isExport: boolean): string => unguardFormula(isExport ? cell : cell.trim());

function cellsOf(record: readonly string[], columns: readonly FileColumn[], isExport: boolean): Cell[] {
  const cells: Cell[] = [];
  for (const { field, column, index } of columns) {
    const value = cellText(record[index] ?? "", isExport);
    if (value !== "") cells.push({ field, column, index, value });
  }
  return cells;
}

/** Characters to read ahead: more than a header's, however the text is split. */
export const HEAD_CHARS = 4_096;

/** Reads the beginning of the text to detect the delimiter. `all` yields the whole text. */
async function detectDelimiterAndReplay(text: AsyncGenerator<string>) {
  let first = "";
  while (first.length < HEAD_CHARS) {
    const { value, done } = await text.next();
    if (done === true) break;
    first += value;
  }
  async function* all(): AsyncGenerator<string> {
    yield first;
    yield* text;
  }
  return { delimiter: detectDelimiter(first), all: all() };
}

/**
 * Reads the rows of a CSV file (RFC 4180; delimited by commas, semicolons, tabs or bars). The first row is
 * the header. Rows are numbered as in a spreadsheet; empty rows are skipped. Throws `FileRefused`.
 */
export async function* readCsvRows(
  text: AsyncGenerator<string>,
  fileColumns: FileColumns,
): AsyncGenerator<FileRow> {
  const { delimiter, all } = await detectDelimiterAndReplay(text);
  const parser = parse({
    delimiter,
    info: true,
    max_record_size: MAX_ROW_CHARS,
    relax_column_count: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    trim: true,
  });
  const source = Readable.from(all);
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  let columns: FileColumn[] | null = null;
  let isExport = false;
  try {
    for await (const { record } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      row += 1;
      if (record.every((cell) => cell === "")) continue;
      if (columns === null) {
        const names = columnNames(trimHeader(record));
        isExport = isExportHeader(names);
        columns = fileColumns.assignHeader(names);
        continue;
      }
      const surplus = record.slice(columns.length).some((cell) => cell !== "");
      yield { row, cells: cellsOf(record, columns, isExport), surplus, original: record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw refusalOf(error, failedRowOf(error) ?? row + 1);
    throw error;
  } finally {
    source.destroy();
  }
}

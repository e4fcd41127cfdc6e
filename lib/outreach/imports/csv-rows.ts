import { Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { type Field, fieldOfColumn } from "./columns";
import { fileRefused } from "./file-problems";
import type { Cell, FileRow } from "./file-row";

/** Maximum characters of a row: every field at its maximum length. */
const MAX_ROW_CHARS = 128 * 1024;
const DELIMITERS = [",", ";", "\t", "|"] as const;

/** Returns the most frequent delimiter in the header, outside of quotes. */
function detectDelimiter(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === "\n" || char === "\r")) break;
    else if (!isQuoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}

/** Describes an error of csv-parse without quoting the file. */
function describeCsvError({ code }: CsvError): string {
  if (code === "CSV_MAX_RECORD_SIZE")
    return "The row is too long. A quotation mark before it may not be closed.";
  if (code.startsWith("CSV_QUOTE_NOT_CLOSED")) return "A quotation mark is not closed.";
  return 'Quotation marks are misplaced here. Put "…" around the whole cell and write "" for one inside.';
}

/** The row of an error. The parser reads ahead of the rows that it has returned. */
function failedRowOf(error: CsvError): number | null {
  const { records } = error as { records?: unknown };
  return typeof records === "number" ? records + 1 : null;
}

type Column = { field: Field | null; column: string };

/**
 * Parses the header. Throws `FileRefused` if it has no phone column, holds a field twice, or lacks a column
 * of the mapping.
 */
function parseHeader(header: readonly string[], mapping: ReadonlyMap<string, Field>): Column[] {
  const names = header.map((name) => name.trim());
  for (const column of mapping.keys())
    if (!names.includes(column))
      throw fileRefused(
        "no_such_column",
        "The mapping names a column that the header does not have.",
        1,
        column,
      );
  const columns = names.map((column) => ({ column, field: fieldOfColumn(column, mapping) }));
  const seenFields = new Set<Field>();
  for (const { field, column } of columns) {
    if (field === null) continue;
    if (seenFields.has(field))
      throw fileRefused("column_twice", "Two columns hold the same field.", 1, column);
    seenFields.add(field);
  }
  if (!seenFields.has("phone"))
    throw fileRefused(
      "no_phone_column",
      "The first row has no phone column. Name one phone, or map a column to phone in the parameter mapping.",
      1,
    );
  return columns;
}

function cellsOf(record: readonly string[], columns: readonly Column[]): Cell[] {
  return columns.flatMap(({ field, column }, i) => {
    const value = record[i]?.trim() ?? "";
    return field === null || value === "" ? [] : [{ field, column, value }];
  });
}

/** Characters to read ahead: more than a header's, however the text is split. */
const HEAD_CHARS = 4_096;

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
  mapping: ReadonlyMap<string, Field>,
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
  let columns: Column[] | null = null;
  try {
    for await (const { record } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      row += 1;
      if (record.every((cell) => cell === "")) continue;
      if (columns === null) {
        columns = parseHeader(record, mapping);
        continue;
      }
      const surplus = record.slice(columns.length).some((cell) => cell !== "");
      yield { row, cells: cellsOf(record, columns), surplus };
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw fileRefused("malformed", describeCsvError(error), failedRowOf(error) ?? row + 1);
    throw error;
  } finally {
    source.destroy();
  }
}

import { Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { type Field, fieldOf } from "./columns";
import { refused } from "./problems";
import type { Cell, FileRow } from "./row";

/** Characters of a row: every field at its longest. */
const MAX_ROW = 128 * 1024;
const DELIMITERS = [",", ";", "\t", "|"] as const;

/** What stands most often in the header, outside of quotes. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((one) => [one, 0]));
  let quoted = false;
  for (const sign of text) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === "\n" || sign === "\r")) break;
    else if (!quoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** What csv-parse found wrong, in words that quote nothing of the file. */
function wordsFor({ code }: CsvError): string {
  if (code === "CSV_MAX_RECORD_SIZE")
    return "The row is too long. A quotation mark before it may not be closed.";
  if (code.startsWith("CSV_QUOTE_NOT_CLOSED")) return "A quotation mark is not closed.";
  return 'Quotation marks are misplaced here. Put "…" around the whole cell and write "" for one inside.';
}

/** The parser is ahead of the rows that were handed out. */
function rowOf(error: CsvError): number | null {
  const { records } = error as { records?: unknown };
  return typeof records === "number" ? records + 1 : null;
}

type Column = { field: Field | null; column: string };

/** The header. Throws `FileRefused` where it names no number, a field twice, or not what the mapping names. */
function columnsOf(header: readonly string[], mapping: ReadonlyMap<string, Field>): Column[] {
  const names = header.map((name) => name.trim());
  for (const column of mapping.keys())
    if (!names.includes(column))
      throw refused("no_such_column", "The mapping names a column that the header does not have.", 1, column);
  const columns = names.map((column) => ({ column, field: fieldOf(column, mapping) }));
  const seen = new Set<Field>();
  for (const { field, column } of columns) {
    if (field === null) continue;
    if (seen.has(field)) throw refused("column_twice", "Two columns hold the same field.", 1, column);
    seen.add(field);
  }
  if (!seen.has("phone"))
    throw refused(
      "no_phone_column",
      "The first row names no column as phone. Name one so, or say which it is in the parameter mapping.",
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

/** Characters that are read ahead: more than a header's, whatever pieces the text comes in. */
const HEAD = 4_096;

/** The text with its beginning read ahead, which tells the delimiter. */
async function opened(text: AsyncGenerator<string>) {
  let first = "";
  while (first.length < HEAD) {
    const { value, done } = await text.next();
    if (done === true) break;
    first += value;
  }
  async function* all(): AsyncGenerator<string> {
    yield first;
    yield* text;
  }
  return { delimiter: delimiterOf(first), all: all() };
}

/**
 * The rows of a CSV file (RFC 4180; commas, semicolons, tabs or bars), whose first row is the header. Rows are numbered
 * as a spreadsheet does; empty ones are left out. Throws `FileRefused`.
 */
export async function* csvRows(
  text: AsyncGenerator<string>,
  mapping: ReadonlyMap<string, Field>,
): AsyncGenerator<FileRow> {
  const { delimiter, all } = await opened(text);
  const parser = parse({
    delimiter,
    info: true,
    max_record_size: MAX_ROW,
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
        columns = columnsOf(record, mapping);
        continue;
      }
      const surplus = record.slice(columns.length).some((cell) => cell !== "");
      yield { row, cells: cellsOf(record, columns), surplus };
    }
  } catch (error) {
    if (error instanceof CsvError) throw refused("malformed", wordsFor(error), rowOf(error) ?? row + 1);
    throw error;
  } finally {
    source.destroy();
  }
}

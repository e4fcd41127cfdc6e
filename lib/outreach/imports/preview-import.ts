import type { Ctx } from "@/lib/platform/context";
import { bodyError } from "@/lib/platform/errors";
import { yieldToEventLoop } from "@/lib/platform/yield-to-event-loop";
import { rowRules } from "./check-file";
import { checkRow } from "./check-row";
import { detectDelimiter, HEAD_CHARS } from "./csv-rows";
import { decodeText } from "./encoding";
import { FileColumns } from "./file-columns";
import { FileRefused, fileRefused } from "./file-problems";
import type { FileRow } from "./file-row";
import { requireMapping } from "./mapping";
import { openFile } from "./open-file";
import { originalValues } from "./original-values";
import { removeCutRow } from "./remove-cut-row";
import { RepeatedNumbers } from "./repeated-numbers";
import { RowReasons } from "./row-reasons";
import { FORMATS, type ImportPreview, type PreviewImport } from "./schema";
import type { SentFile } from "./start-import";

/** Rows that a preview checks at most: about a quarter of a second. */
const MAX_ROWS = 5_000;
/** A preview stops checking after this time, and other requests run meanwhile. */
const MAX_MS = 2_000;
/** Rows between two turns of the event loop: a few milliseconds. */
const YIELD_EVERY_ROWS = 100;
/** Rows that are shown, and characters of each value. */
const SAMPLE_ROWS = 5;
const SAMPLE_CHARS = 100;
/** Bytes that the readers get at once, so that the parser works in small pieces. */
const PIECE_BYTES = 16 * 1024;

/** Receives a file that is small enough for memory. */
async function receiveFile({ content }: SentFile): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

async function delimiterOf(bytes: Buffer, encoding: string): Promise<string> {
  let head = "";
  for await (const text of decodeText(() => pieces(bytes), encoding)) {
    head += text;
    if (head.length >= HEAD_CHARS) break;
  }
  return detectDelimiter(head);
}

type CheckedRows = {
  rows: number;
  valid: number;
  sample: FileRow[];
  isComplete: boolean;
  reasons: RowReasons;
  numbers: RepeatedNumbers;
};

/** Checks the first rows. `columns` counts their values. */
async function checkFirstRows(
  rows: AsyncGenerator<FileRow>,
  columns: FileColumns,
  rules: ReturnType<typeof rowRules>,
  checked: CheckedRows,
): Promise<void> {
  const endMs = performance.now() + MAX_MS;
  for await (const row of rows) {
    if (checked.rows >= MAX_ROWS || performance.now() > endMs) {
      checked.isComplete = false;
      return;
    }
    checked.rows += 1;
    if (checked.sample.length < SAMPLE_ROWS) checked.sample.push(row);
    columns.count(row.cells);
    const entry = checkRow(row, rules, (problem) => checked.reasons.add({ ...problem, row: row.row }));
    if (entry !== null) {
      checked.valid += 1;
      checked.numbers.add(entry.number.e164, row.row);
    }
    if (checked.rows % YIELD_EVERY_ROWS === 0) await yieldToEventLoop();
  }
}

const textOf = (value: unknown): string => {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
  return text.slice(0, SAMPLE_CHARS).toWellFormed();
};

/**
 * Reads a file of contacts as an import would, and shows its columns with a suggested mapping, its first rows,
 * and how many rows are valid. Nothing is stored. Throws a 400 for an empty file or an invalid mapping.
 */
export async function previewImport(ctx: Ctx, query: PreviewImport, file: SentFile): Promise<ImportPreview> {
  const { mapping: text, partial, ...settings } = query;
  const mapping = new Map(Object.entries(requireMapping(text)));
  const received = await receiveFile(file);
  if (received.length === 0) throw bodyError("", "file_empty");
  const format = FORMATS[file.mediaType as keyof typeof FORMATS];
  const isPartial = partial === "true";
  const bytes = isPartial ? removeCutRow(received, format) : received;
  const columns = new FileColumns({ mapping, kind: "contacts", isLenient: true });
  const checked: CheckedRows = {
    rows: 0,
    valid: 0,
    sample: [],
    isComplete: !isPartial,
    reasons: new RowReasons(),
    numbers: new RepeatedNumbers(),
  };
  let encoding = "utf-8";
  let refused: FileRefused | null = null;
  try {
    const source = { bytes: () => pieces(bytes), format, charset: file.charset, columns };
    const opened = await openFile(source);
    encoding = opened.encoding;
    await checkFirstRows(opened.read(), columns, rowRules(ctx.now(), settings), checked);
    if (checked.rows === 0) refused = fileRefused("rows_missing");
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    // The rest of a larger file continues the row.
    if (!(isPartial && error.isUnfinished)) refused = error;
  }
  const names = columns.list.map(({ column }) => column);
  return {
    format,
    encoding,
    delimiter: format === "csv" ? await delimiterOf(bytes, encoding) : null,
    columns: columns.report(),
    sample: checked.sample.map(({ row, original }) => {
      const values = originalValues(original, format, names);
      return { row, values: names.map((_, index) => textOf(values[index])) };
    }),
    rows: checked.rows,
    valid: checked.valid,
    invalid: checked.rows - checked.valid,
    ...checked.numbers.report(),
    is_complete: checked.isComplete,
    reasons: checked.reasons.mostFrequent(),
    problem: (columns.problem ?? refused)?.problem ?? null,
  };
}

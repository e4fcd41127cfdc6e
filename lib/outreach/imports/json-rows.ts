import { JSONParser, TokenizerError, TokenParserError } from "@streamparser/json";
import type { FileColumn, FileColumns } from "./file-columns";
import { fileRefused, fileUnfinished } from "./file-problems";
import type { Cell, FileRow } from "./file-row";

/** Maximum bytes of an element: every field at its maximum length. */
const MAX_ELEMENT_BYTES = 128 * 1024;
/** Bytes passed to the parser at a time. An element can exceed `MAX_ELEMENT_BYTES` by this much. */
const FEED_BYTES = 16 * 1024;

type Item = Record<string, unknown>;
const isItem = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function cellOf({ field, column, index }: FileColumn, value: unknown): Cell[] {
  if (value === undefined || value === null || value === "") return [];
  return [{ field, column, index, value: typeof value === "string" ? value.trim() : value }];
}

/** A value of a column without a known field. A nested one is stored as its JSON. */
const attributeValue = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : value;

function cellsOf(item: unknown, columns: FileColumns): Cell[] {
  const object: Item = isItem(item) ? item : { phone: item };
  return columns.assignKeys(Object.keys(object)).flatMap((column) => {
    const value = object[column.column];
    return cellOf(column, column.source === "default" ? attributeValue(value) : value);
  });
}

/** JSON whitespace, and the bytes of a byte order mark. */
const SKIPPED_BYTES = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const OPENING = "[".charCodeAt(0);

/**
 * Reads the elements of a JSON array, numbered from 1: objects in the format of `POST /v1/contacts`, objects
 * with columns of any name, or plain numbers. Throws `FileRefused`.
 */
export async function* readJsonRows(
  bytes: AsyncIterable<Buffer>,
  columns: FileColumns,
): AsyncGenerator<FileRow> {
  const parser = new JSONParser({ paths: ["$.*"], keepStack: false });
  let ready: unknown[] = [];
  parser.onValue = ({ value, key }) => {
    if (typeof key !== "number") throw fileRefused("json_not_array");
    ready.push(value);
  };
  let row = 0;
  let bytesSinceElement = 0;
  let hasBegun = false;
  const feed = (piece: Buffer): void => {
    const first = hasBegun ? undefined : piece.find((byte) => !SKIPPED_BYTES.has(byte));
    if (first !== undefined && first !== OPENING) throw fileRefused("json_not_array");
    hasBegun ||= first !== undefined;
    try {
      parser.write(piece);
    } catch (error) {
      if (error instanceof TokenizerError || error instanceof TokenParserError)
        throw fileRefused("json_malformed", { row: row + ready.length + 1 });
      throw error;
    }
    bytesSinceElement = ready.length > 0 ? 0 : bytesSinceElement + piece.length;
    if (bytesSinceElement > MAX_ELEMENT_BYTES) throw fileRefused("element_too_long", { row: row + 1 });
  };
  for await (const piece of bytes) {
    for (let offset = 0; offset < piece.length; offset += FEED_BYTES) {
      feed(piece.subarray(offset, offset + FEED_BYTES));
      const values = ready;
      ready = [];
      for (const value of values) {
        row += 1;
        yield { row, cells: cellsOf(value, columns), surplus: false, original: value };
      }
    }
  }
  if (!parser.isEnded) throw fileUnfinished("json_open");
}

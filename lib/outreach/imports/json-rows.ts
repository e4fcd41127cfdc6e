import { JSONParser, TokenizerError, TokenParserError } from "@streamparser/json";
import { type Field, fieldOf } from "./columns";
import { refused } from "./problems";
import type { Cell, FileRow } from "./row";

/** Bytes of an element: every field at its longest. */
const MAX_ROW = 128 * 1024;
/** Bytes that are handed to the parser at a time: what an element may be longer than `MAX_ROW`. */
const STEP = 16 * 1024;

type Item = Record<string, unknown>;
const isItem = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Cells of a nested object, `attributes` or `variables`. */
const nested = (name: "attributes" | "variables", item: Item): Cell[] =>
  Object.entries(item).flatMap(([key, value]) => cellOf(`${name}.${key}`, `${name}.${key}`, value));

function cellOf(field: Field, column: string, value: unknown): Cell[] {
  if (value === null || value === "") return [];
  return [{ field, column, value: typeof value === "string" ? value.trim() : value }];
}

function cellsOf(value: unknown, mapping: ReadonlyMap<string, Field>): Cell[] {
  if (!isItem(value)) return cellOf("phone", "phone", value);
  return Object.entries(value).flatMap(([key, inner]) => {
    if (mapping.get(key) === undefined) {
      if ((key === "attributes" || key === "variables") && isItem(inner)) return nested(key, inner);
      if (key === "consents") return cellOf("consents", key, inner);
    }
    const field = fieldOf(key, mapping);
    return field === null ? [] : cellOf(field, key, inner);
  });
}

/** Blanks of JSON, and the bytes of a byte order mark. */
const BEFORE = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const OPENING = "[".charCodeAt(0);
const NO_ARRAY = "Send one JSON array of objects, in UTF-8.";

/**
 * The elements of a JSON array, numbered from 1: objects as `POST /v1/contacts` takes them or with columns of any name,
 * or numbers alone. Throws `FileRefused`.
 */
export async function* jsonRows(
  bytes: AsyncIterable<Buffer>,
  mapping: ReadonlyMap<string, Field>,
): AsyncGenerator<FileRow> {
  const parser = new JSONParser({ paths: ["$.*"], keepStack: false });
  let ready: unknown[] = [];
  parser.onValue = ({ value, key }) => {
    if (typeof key !== "number") throw refused("malformed", NO_ARRAY);
    ready.push(value);
  };
  let row = 0;
  let since = 0;
  let begun = false;
  const feed = (piece: Buffer): void => {
    const first = begun ? undefined : piece.find((byte) => !BEFORE.has(byte));
    if (first !== undefined && first !== OPENING) throw refused("malformed", NO_ARRAY);
    begun ||= first !== undefined;
    try {
      parser.write(piece);
    } catch (error) {
      if (error instanceof TokenizerError || error instanceof TokenParserError)
        throw refused("malformed", "This is no well-formed JSON.", row + ready.length + 1);
      throw error;
    }
    since = ready.length > 0 ? 0 : since + piece.length;
    if (since > MAX_ROW) throw refused("row_too_large", "This element is too long.", row + 1);
  };
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; at += STEP) {
      feed(piece.subarray(at, at + STEP));
      const values = ready;
      ready = [];
      for (const value of values) {
        row += 1;
        yield { row, cells: cellsOf(value, mapping), surplus: false };
      }
    }
  }
  if (!parser.isEnded) throw refused("malformed", `The array is not closed. ${NO_ARRAY}`);
}

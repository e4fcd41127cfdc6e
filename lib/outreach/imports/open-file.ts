import { readCsvRows } from "./csv-rows";
import { decodeText, detectEncoding } from "./encoding";
import type { FileColumns } from "./file-columns";
import type { FileRow } from "./file-row";
import { readJsonRows } from "./json-rows";
import type { Import } from "./schema";

type SourceFile = {
  /** Reads the file's bytes from the beginning. */
  bytes: () => AsyncGenerator<Buffer>;
  format: Import["format"];
  /** The encoding that the client declared. */
  charset: string | null;
  columns: FileColumns;
};

/** Detects a file's encoding, and returns a reader of its rows. Throws `FileRefused`. */
export async function openFile({
  bytes,
  format,
  charset,
  columns,
}: SourceFile): Promise<{ encoding: string; read: () => AsyncGenerator<FileRow> }> {
  const encoding = await detectEncoding(bytes, format === "json" ? "utf-8" : charset);
  const read = () =>
    format === "json" ? readJsonRows(bytes(), columns) : readCsvRows(decodeText(bytes, encoding), columns);
  return { encoding, read };
}

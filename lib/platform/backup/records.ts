import { BackupError } from "./sealed-file";

/** An entry of a backup: metadata, a table's rows as `COPY` writes them, or a file. Its bytes follow it. */
export type Entry =
  | { type: "about"; migrations: string[]; sequences: { name: string; value: string }[] }
  | { type: "table"; name: string; columns: string[] }
  | { type: "file"; name: string };

type RecordType = "entry" | "bytes" | "end";
const RECORD_TYPES: readonly RecordType[] = ["entry", "bytes", "end"];
const HEADER_BYTES = 5;
/** More than `COPY` or a file stream returns at once. */
const MAX_RECORD_BYTES = 16 * 1_024 * 1_024;

export function encodeRecord(type: RecordType, body: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(RECORD_TYPES.indexOf(type), 0);
  header.writeUInt32BE(body.length, 1);
  return Buffer.concat([header, body]);
}

/** Encodes an entry with its bytes. */
export async function* encodeEntry(
  header: Entry,
  bytes: AsyncIterable<Buffer> | [] = [],
): AsyncGenerator<Buffer> {
  yield encodeRecord("entry", Buffer.from(JSON.stringify(header)));
  for await (const part of bytes)
    for (let offset = 0; offset < part.length; offset += MAX_RECORD_BYTES)
      yield encodeRecord("bytes", part.subarray(offset, offset + MAX_RECORD_BYTES));
}

/** Reads the records of a backup. Throws if its end is missing. */
export async function* readRecords(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<{ entry: Entry } | { bytes: Buffer }> {
  let buffered: Buffer = Buffer.alloc(0);
  let hasEnded = false;
  for await (const part of source) {
    buffered = buffered.length === 0 ? part : Buffer.concat([buffered, part]);
    let offset = 0;
    while (buffered.length - offset >= HEADER_BYTES) {
      const length = buffered.readUInt32BE(offset + 1);
      if (buffered.length - offset - HEADER_BYTES < length) break;
      const body = buffered.subarray(offset + HEADER_BYTES, offset + HEADER_BYTES + length);
      const type = RECORD_TYPES[buffered.readUInt8(offset)];
      if (type === "entry") yield { entry: JSON.parse(body.toString("utf8")) as Entry };
      else if (type === "bytes") yield { bytes: Buffer.from(body) };
      else hasEnded = true;
      offset += HEADER_BYTES + length;
    }
    buffered = Buffer.from(buffered.subarray(offset));
  }
  if (!hasEnded || buffered.length > 0)
    throw new BackupError("The backup is incomplete: its end is missing.");
}

import { type FileHandle, open } from "node:fs/promises";

/** Fields of ModelProto in onnx.proto3. */
const METADATA_FIELD = 14;
/** Wire types of protocol buffers. */
const VARINT = 0;
const LENGTH_DELIMITED = 2;
/** A model has about thirty fields beside its graph: operator sets and metadata. A file with more is not read further. */
const MAX_FIELDS = 2_000;
/** Keys are names, values are numbers and lists of languages. */
const MAX_ENTRY_BYTES = 64 * 1_024;
const MAX_ENTRIES = 200;
/** The longest tag and length: two varints of 64 bits. */
const HEADER_BYTES = 20;

type Varint = { value: number; next: number };

/** Reads a varint; null if it does not end or exceeds what a file can hold. */
function readVarint(bytes: Uint8Array, at: number): Varint | null {
  let value = 0;
  for (let shift = 0, index = at; index < bytes.length && shift < 56; shift += 7, index++) {
    const byte = bytes[index] ?? 0;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return Number.isSafeInteger(value) ? { value, next: index + 1 } : null;
  }
  return null;
}

/** Reads the key and value of a StringStringEntryProto. */
function readEntry(bytes: Buffer): [key: string, value: string] | null {
  const texts = ["", ""];
  for (let at = 0; at < bytes.length; ) {
    const tag = readVarint(bytes, at);
    const length = tag && readVarint(bytes, tag.next);
    if (!tag || !length || tag.value % 8 !== LENGTH_DELIMITED) return null;
    const end = length.next + length.value;
    if (end > bytes.length) return null;
    const field = Math.floor(tag.value / 8);
    if (field === 1 || field === 2) texts[field - 1] = bytes.toString("utf8", length.next, end);
    at = end;
  }
  const [key = "", value = ""] = texts;
  return [key, value];
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

type Field = { number: number; start: number; end: number; hasBytes: boolean };

/** Reads the tag and length of the field at `position`; null if there is no valid field within `size`. */
async function readField(file: FileHandle, position: number, size: number): Promise<Field | null> {
  const header = await readAt(file, position, HEADER_BYTES);
  const tag = readVarint(header, 0);
  const value = tag && readVarint(header, tag.next);
  if (!tag || !value) return null;
  const start = position + value.next;
  const wireType = tag.value % 8;
  const number = Math.floor(tag.value / 8);
  if (wireType === VARINT) return { number, start, end: start, hasBytes: false };
  const end = start + value.value;
  return wireType === LENGTH_DELIMITED && end <= size ? { number, start, end, hasBytes: true } : null;
}

/**
 * Reads the metadata of an ONNX file without reading its weights: it skips each field of the model that is not
 * metadata. Returns null if the file is not a protocol buffer. Loading such a file ends the process that loads it.
 */
export async function readOnnxMetadata(path: string): Promise<Map<string, string> | null> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const metadata = new Map<string, string>();
    let position = 0;
    for (let fields = 0; position < size; fields++) {
      if (fields >= MAX_FIELDS || metadata.size >= MAX_ENTRIES) return null;
      const field = await readField(file, position, size);
      if (field === null) return null;
      const length = field.end - field.start;
      if (field.number === METADATA_FIELD && field.hasBytes && length <= MAX_ENTRY_BYTES) {
        const entry = readEntry(await readAt(file, field.start, length));
        if (entry === null) return null;
        metadata.set(...entry);
      }
      position = field.end;
    }
    return size === 0 ? null : metadata;
  } finally {
    await file.close();
  }
}

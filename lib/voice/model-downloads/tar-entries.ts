// Entries of a tar archive (POSIX ustar, with the long names of pax and GNU). Only regular files have content here: an
// archive with a link or a device is rejected, as a model has none.

const BLOCK = 512;
/** Archives of models have about twenty entries. */
const MAX_ENTRIES = 2_000;
/** Extended headers hold a path. */
const MAX_HEADER_BYTES = 64 * 1_024;

/** Type flags of entries: headers that extend the next entry, files, and folders. */
const EXTENDED_TYPES = ["x", "g", "L"];
const FILE_TYPES = ["0", ""];
const FOLDER_TYPE = "5";

export class ArchiveError extends Error {}

/** A file of an archive. Its content must be read before the next entry. */
export type TarFile = { path: string; size: number; content: AsyncIterable<Uint8Array> };

type Header = { path: string; size: number; type: string };

const text = (block: Uint8Array, start: number, length: number): string => {
  const field = Buffer.from(block.subarray(start, start + length));
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? length : end);
};

const octal = (block: Uint8Array, start: number, length: number): number => {
  const digits = text(block, start, length).trim();
  if (!/^[0-7]*$/.test(digits)) throw new ArchiveError("The archive has an invalid number.");
  return digits === "" ? 0 : Number.parseInt(digits, 8);
};

function parseHeader(block: Uint8Array): Header {
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== octal(block, 148, 8)) throw new ArchiveError("The archive is damaged.");
  const prefix = text(block, 257, 5) === "ustar" ? text(block, 345, 155) : "";
  const name = text(block, 0, 100);
  const type = text(block, 156, 1);
  return { path: prefix === "" ? name : `${prefix}/${name}`, size: octal(block, 124, 12), type };
}

/** The path of a pax header (`<length> path=<value>\n`), if it has one. */
function paxPath(header: string): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)/.exec(header)?.[1];
}

/** Reads exact numbers of bytes from chunks of any size. */
function createByteReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let chunk: Uint8Array = new Uint8Array(0);
  /** Returns up to `max` bytes; null at the end. */
  async function some(max: number): Promise<Uint8Array | null> {
    while (chunk.length === 0) {
      const next = await chunks.next();
      if (next.done) return null;
      chunk = next.value;
    }
    const part = chunk.subarray(0, max);
    chunk = chunk.subarray(part.length);
    return part;
  }
  async function* stream(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0; ) {
      const bytes = await some(left);
      if (bytes === null) throw new ArchiveError("The archive ends too early.");
      left -= bytes.length;
      yield bytes;
    }
  }
  async function exactly(length: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for await (const part of stream(length)) parts.push(part);
    return Buffer.concat(parts);
  }
  return { stream, exactly, close: () => chunks.return?.() };
}

type ByteReader = ReturnType<typeof createByteReader>;

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

async function skip(reader: ByteReader, length: number): Promise<void> {
  for await (const _ of reader.stream(length));
}

/** Reads the content of an extended header, and returns the path of the next entry if it has one. */
async function readLongPath(reader: ByteReader, { type, size }: Header): Promise<string | undefined> {
  if (size > MAX_HEADER_BYTES) throw new ArchiveError("The archive has a header that is too long.");
  const header = Buffer.from(await reader.exactly(size)).toString("utf8");
  await skip(reader, paddingOf(size));
  if (type === "L") return header.replace(/\0.*$/s, "");
  return type === "x" ? paxPath(header) : undefined;
}

/** Reads the next entry's header with its long path; null at the end of the archive. */
async function readHeader(reader: ByteReader): Promise<Header | null> {
  let longPath: string | undefined;
  for (let extensions = 0; extensions < MAX_ENTRIES; extensions++) {
    const block = await reader.exactly(BLOCK);
    if (block.every((byte) => byte === 0)) return null;
    const header = parseHeader(block);
    if (!EXTENDED_TYPES.includes(header.type)) return { ...header, path: longPath ?? header.path };
    longPath = (await readLongPath(reader, header)) ?? longPath;
  }
  throw new ArchiveError("The archive has too many entries.");
}

/** Reads the regular files of an archive in order, without their folders. Throws an `ArchiveError` for anything else. */
export async function* readTarFiles(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const reader = createByteReader(source);
  try {
    let entries = 0;
    for (let header = await readHeader(reader); header !== null; header = await readHeader(reader)) {
      const { path, size, type } = header;
      if (++entries > MAX_ENTRIES) throw new ArchiveError("The archive has too many entries.");
      if (!FILE_TYPES.includes(type) && type !== FOLDER_TYPE)
        throw new ArchiveError("The archive has a link or a device.");
      let unread = size;
      async function* content(): AsyncGenerator<Uint8Array> {
        for await (const bytes of reader.stream(size)) {
          unread -= bytes.length;
          yield bytes;
        }
      }
      if (type !== FOLDER_TYPE) yield { path, size, content: content() };
      await skip(reader, unread + paddingOf(size));
    }
  } finally {
    await reader.close();
  }
}

import { type BitReader, createBitReader } from "./bit-reader";
import { invalid, readBlock } from "./bzip2-block";

/** "BZh", before the digit of the block size. */
const SIGNATURE = 0x425a68;
const BLOCK_MARK = [0x314159, 0x265359] as const;
const END_MARK = [0x177245, 0x385090] as const;
/** Bytes of a block's worst case: 900,000 codes of 20 bits, with tables. */
const BLOCK_BYTES = 2_400_000;
const BLOCK_UNIT_BYTES = 100_000;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  return crc >>> 0;
});

function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 255] ?? 0);
  return ~crc >>> 0;
}

type Input = { reader: BitReader; fill(): Promise<void>; close(): Promise<unknown> | undefined };

/** A reader of bits that `fill` provides with at least one block, or all that is left. */
function createInput(source: AsyncIterable<Uint8Array>): Input {
  const reader = createBitReader();
  const chunks = source[Symbol.asyncIterator]();
  let isEnded = false;
  return {
    reader,
    async fill() {
      const parts: Uint8Array[] = [];
      for (let bytes = reader.bytesLeft(); !isEnded && bytes < BLOCK_BYTES; ) {
        const chunk = await chunks.next();
        if (chunk.done) isEnded = true;
        else {
          parts.push(chunk.value);
          bytes += chunk.value.length;
        }
      }
      if (parts.length > 0) reader.append(Buffer.concat(parts));
    },
    close: () => chunks.return?.(),
  };
}

/** Reads the size of the blocks that follow. */
function readBlockSize(reader: BitReader): number {
  const isHeader = reader.read(24) === SIGNATURE;
  const level = reader.read(8) - 0x30;
  if (!isHeader || level < 1 || level > 9) throw invalid();
  return level * BLOCK_UNIT_BYTES;
}

/** Reads the blocks of one stream, up to its checksum. */
async function* readStream({ reader, fill }: Input): AsyncGenerator<Uint8Array> {
  const blockSize = readBlockSize(reader);
  let combined = 0;
  for (;;) {
    const mark = [reader.read(24), reader.read(24)];
    const expected = reader.read(16) * 65_536 + reader.read(16);
    if (mark[0] === END_MARK[0] && mark[1] === END_MARK[1]) {
      if (combined !== expected) throw invalid();
      return;
    }
    if (mark[0] !== BLOCK_MARK[0] || mark[1] !== BLOCK_MARK[1]) throw invalid();
    const block = readBlock(reader, blockSize);
    if (checksum(block) !== expected) throw invalid();
    combined = (((combined << 1) | (combined >>> 31)) ^ expected) >>> 0;
    yield block;
    await fill();
  }
}

/**
 * Decompresses a bzip2 file block by block. The archives of published speech models have this format, and neither Node
 * nor every system can read it. Throws if the file is not valid or a checksum does not match.
 */
export async function* decompressBzip2(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = createInput(source);
  const { reader } = input;
  try {
    await input.fill();
    do {
      yield* readStream(input);
      reader.alignToByte();
      // Files of parallel compressors are several streams.
      await input.fill();
    } while (reader.bytesLeft() > 0);
  } finally {
    await input.close();
  }
}

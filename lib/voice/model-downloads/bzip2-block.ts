import type { BitReader } from "./bit-reader";

// One block of the bzip2 format: Huffman codes, move-to-front, the Burrows-Wheeler transform and run lengths.
// https://github.com/dsnet/compress/blob/master/doc/bzip2-format.pdf describes it.

const MAX_CODE_BITS = 20;
const GROUP_SYMBOLS = 50;
const MIN_TABLES = 2;
const MAX_TABLES = 6;
/** A run of equal bytes is four of them and a count. */
const RUN_BYTES = 4;

export const invalid = (): Error => new Error("The archive is not valid bzip2.");

/** A Huffman code: for each length the highest code, and the offset into the symbols in order of their codes. */
type Code = { minBits: number; limits: Int32Array; offsets: Int32Array; symbols: Uint16Array };

function createCode(lengths: Uint8Array): Code {
  const symbols = new Uint16Array(lengths.length);
  const limits = new Int32Array(MAX_CODE_BITS + 2).fill(-1);
  const offsets = new Int32Array(MAX_CODE_BITS + 2);
  let code = 0;
  let at = 0;
  let minBits = MAX_CODE_BITS;
  for (let bits = 1; bits <= MAX_CODE_BITS; bits++) {
    offsets[bits] = at - code;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== bits) continue;
      symbols[at++] = symbol;
      code++;
      minBits = Math.min(minBits, bits);
    }
    limits[bits] = code - 1;
    code *= 2;
  }
  return { minBits, limits, offsets, symbols };
}

function readSymbol(reader: BitReader, { minBits, limits, offsets, symbols }: Code): number {
  const bits = reader.peek20();
  for (let length = minBits; length <= MAX_CODE_BITS; length++) {
    const code = bits >>> (MAX_CODE_BITS - length);
    if (code > (limits[length] ?? -1)) continue;
    reader.read(length);
    return symbols[code + (offsets[length] ?? 0)] ?? 0;
  }
  throw invalid();
}

/** The bytes that occur in the block. */
function readUsedBytes(reader: BitReader): number[] {
  const ranges = reader.read(16);
  const used: number[] = [];
  for (let range = 0; range < 16; range++) {
    if ((ranges & (0x8000 >>> range)) === 0) continue;
    const bits = reader.read(16);
    for (let low = 0; low < 16; low++) if (bits & (0x8000 >>> low)) used.push(range * 16 + low);
  }
  if (used.length === 0) throw invalid();
  return used;
}

/** The Huffman code of each group of 50 symbols. */
function readSelectors(reader: BitReader, tables: number): Uint8Array {
  const count = reader.read(15);
  if (count === 0) throw invalid();
  const order = Array.from({ length: tables }, (_, table) => table);
  return Uint8Array.from({ length: count }, () => {
    let position = 0;
    while (reader.read(1) === 1) if (++position >= tables) throw invalid();
    const [table = 0] = order.splice(position, 1);
    order.unshift(table);
    return table;
  });
}

function readCode(reader: BitReader, symbols: number): Code {
  let bits = reader.read(5);
  const lengths = new Uint8Array(symbols);
  for (let symbol = 0; symbol < symbols; symbol++) {
    for (;;) {
      if (bits < 1 || bits > MAX_CODE_BITS) throw invalid();
      if (reader.read(1) === 0) break;
      bits += reader.read(1) === 0 ? 1 : -1;
    }
    lengths[symbol] = bits;
  }
  return createCode(lengths);
}

/** Reads the codes of a block's symbols: one table for each group of 50 symbols. */
function createSymbolReader(reader: BitReader, symbols: number): () => number {
  const tables = reader.read(3);
  if (tables < MIN_TABLES || tables > MAX_TABLES) throw invalid();
  const selectors = readSelectors(reader, tables);
  const codes = Array.from({ length: tables }, () => readCode(reader, symbols));
  let read = 0;
  return () => {
    const code = codes[selectors[Math.floor(read / GROUP_SYMBOLS)] ?? MAX_TABLES];
    if (code === undefined) throw invalid();
    read++;
    return readSymbol(reader, code);
  };
}

/** Reads the transformed bytes of a block. Throws if there are more than `maxBytes`. */
function readTransformed(reader: BitReader, maxBytes: number): Uint8Array {
  const order = readUsedBytes(reader);
  const endOfBlock = order.length + 1;
  const next = createSymbolReader(reader, order.length + 2);
  const output = new Uint8Array(maxBytes);
  let length = 0;
  let run = 0;
  let runWeight = 1;
  const writeRun = () => {
    if (length + run > maxBytes) throw invalid();
    output.fill(order[0] ?? 0, length, length + run);
    length += run;
    run = 0;
    runWeight = 1;
  };
  for (let symbol = next(); symbol !== endOfBlock; symbol = next()) {
    if (symbol <= 1) {
      run += runWeight << symbol;
      runWeight *= 2;
      if (run > maxBytes) throw invalid();
      continue;
    }
    if (run > 0) writeRun();
    if (length >= maxBytes) throw invalid();
    const [byte = 0] = order.splice(symbol - 1, 1);
    order.unshift(byte);
    output[length++] = byte;
  }
  if (run > 0) writeRun();
  return output.subarray(0, length);
}

/** Undoes the Burrows-Wheeler transform. */
function untransform(transformed: Uint8Array, origin: number): Uint8Array {
  const { length } = transformed;
  if (origin >= length) throw invalid();
  const starts = new Uint32Array(257);
  for (const byte of transformed) starts[byte + 1] = (starts[byte + 1] ?? 0) + 1;
  for (let byte = 0; byte < 256; byte++) starts[byte + 1] = (starts[byte + 1] ?? 0) + (starts[byte] ?? 0);
  const next = new Uint32Array(length);
  for (let at = 0; at < length; at++) {
    const byte = transformed[at] ?? 0;
    const position = starts[byte] ?? 0;
    next[position] = at;
    starts[byte] = position + 1;
  }
  const output = new Uint8Array(length);
  let at = next[origin] ?? 0;
  for (let n = 0; n < length; n++) {
    output[n] = transformed[at] ?? 0;
    at = next[at] ?? 0;
  }
  return output;
}

/** Expands runs: four equal bytes are followed by the number of further ones. */
function expandRuns(bytes: Uint8Array): Uint8Array {
  let extra = 0;
  let run = 0;
  const isCount = (at: number) => run === RUN_BYTES && at < bytes.length;
  for (let at = 0; at < bytes.length; at++) {
    if (isCount(at)) {
      extra += (bytes[at] ?? 0) - 1;
      run = 0;
    } else run = run > 0 && bytes[at] === bytes[at - 1] ? run + 1 : 1;
  }
  const output = new Uint8Array(bytes.length + extra);
  let length = 0;
  run = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (isCount(at)) {
      output.fill(bytes[at - 1] ?? 0, length, length + byte);
      length += byte;
      run = 0;
    } else {
      run = run > 0 && byte === bytes[at - 1] ? run + 1 : 1;
      output[length++] = byte;
    }
  }
  return output;
}

/** Reads a block after its mark and checksum. `maxBytes`: the block size that the archive declares. */
export function readBlock(reader: BitReader, maxBytes: number): Uint8Array {
  // Randomized blocks were written by versions before 1997.
  if (reader.read(1) !== 0) throw invalid();
  const origin = reader.read(24);
  return expandRuns(untransform(readTransformed(reader, maxBytes), origin));
}

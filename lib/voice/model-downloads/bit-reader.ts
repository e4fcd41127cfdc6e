/** Reads bits of a growing buffer, the most significant first. The caller provides enough bytes before it reads. */
export type BitReader = {
  /** Adds bytes behind those that are left. */
  append(bytes: Uint8Array): void;
  /** Whole bytes that are not read yet. */
  bytesLeft(): number;
  /** Reads up to 24 bits. Throws a RangeError if there are too few. */
  read(count: number): number;
  /** The next 20 bits without reading them; missing ones are zero. */
  peek20(): number;
  /** Discards the rest of the current byte. */
  alignToByte(): void;
};

export function createBitReader(): BitReader {
  let bytes = new Uint8Array(0);
  let bitAt = 0;
  const byteAt = (index: number): number => bytes[index] ?? 0;
  /** 32 bits from a bit position, as bits of the first 24 are enough. */
  const window = (): number => {
    const first = bitAt >>> 3;
    const word =
      byteAt(first) * 2 ** 24 + byteAt(first + 1) * 2 ** 16 + byteAt(first + 2) * 2 ** 8 + byteAt(first + 3);
    return (word << (bitAt & 7)) >>> 0;
  };
  return {
    append(added) {
      const consumed = bitAt >>> 3;
      const joined = new Uint8Array(bytes.length - consumed + added.length);
      joined.set(bytes.subarray(consumed));
      joined.set(added, bytes.length - consumed);
      bytes = joined;
      bitAt &= 7;
    },
    bytesLeft: () => bytes.length - ((bitAt + 7) >>> 3),
    read(count) {
      if (bitAt + count > bytes.length * 8) throw new RangeError("The archive ends too early.");
      const bits = window() >>> (32 - count);
      bitAt += count;
      return count === 0 ? 0 : bits;
    },
    peek20: () => window() >>> 12,
    alignToByte() {
      bitAt = (bitAt + 7) & ~7;
    },
  };
}

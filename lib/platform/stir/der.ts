/** An element of DER (X.690). `bytes`: its content. */
export type DerElement = { tag: number; bytes: Buffer };

const LONG_LENGTH = 0x80;
/** A certificate is smaller than 64 KiB, so a length has at most two bytes. */
const MAX_LENGTH_BYTES = 2;
const MULTI_BYTE_TAG = 0x1f;

/** The length at `offset`, and the offset of the content; null for a length that DER does not allow. */
function readLength(bytes: Buffer, offset: number): { length: number; start: number } | null {
  const first = bytes[offset];
  if (first === undefined) return null;
  if (first < LONG_LENGTH) return { length: first, start: offset + 1 };
  const count = first - LONG_LENGTH;
  if (count === 0 || count > MAX_LENGTH_BYTES || offset + 1 + count > bytes.length) return null;
  return { length: bytes.readUIntBE(offset + 1, count), start: offset + 1 + count };
}

/** The elements of a content, in order; null if it is not DER. */
export function readDer(bytes: Buffer): DerElement[] | null {
  const elements: DerElement[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const tag = bytes[offset];
    const size = readLength(bytes, offset + 1);
    if (tag === undefined || (tag & MULTI_BYTE_TAG) === MULTI_BYTE_TAG || size === null) return null;
    const end = size.start + size.length;
    if (end > bytes.length) return null;
    elements.push({ tag, bytes: bytes.subarray(size.start, end) });
    offset = end;
  }
  return elements;
}

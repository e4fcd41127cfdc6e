import type { Import } from "./schema";

const LINE_FEED = "\n".charCodeAt(0);
const QUOTE = '"'.charCodeAt(0);
/** In UTF-8, the bytes of longer characters begin here. */
const FIRST_NON_ASCII = 0x80;

/** The end of the last whole row of a CSV file: a line feed outside of quotes. 0 if there is none. */
function endOfLastRow(bytes: Buffer): number {
  let end = 0;
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) isQuoted = !isQuoted;
    else if (bytes[at] === LINE_FEED && !isQuoted) end = at + 1;
  }
  return end;
}

/**
 * Removes the end of the first part of a file, where a row and a character may be cut: the last row of CSV, and
 * the last characters of JSON that are not ASCII.
 */
export function removeCutRow(bytes: Buffer, format: Import["format"]): Buffer {
  const end =
    format === "csv" ? endOfLastRow(bytes) : bytes.findLastIndex((byte) => byte < FIRST_NON_ASCII) + 1;
  return end === 0 ? bytes : bytes.subarray(0, end);
}

import { deflateRawSync, inflateRawSync } from "node:zlib";

/** First byte of deflated JSON. JSON of an object or a list never begins with it. */
const DEFLATED = 1;
/** A third of the text's length like level 6, in less than half of its time (a transcript of 200 turns). */
const LEVEL = 3;
/** Most transcripts fit into one piece of output. */
const CHUNK_BYTES = 64 * 1024;
/** Far above every document that is stored; a bound, so that no stored value fills the memory. */
const MAX_JSON_BYTES = 256 * 1024 * 1024;

/** A JSON object or list as bytes: `DEFLATED`, then raw DEFLATE (RFC 1951). To seal it, compress first: sealed bytes do not. */
export const deflateJson = (value: object): Buffer =>
  Buffer.concat([
    Buffer.of(DEFLATED),
    deflateRawSync(JSON.stringify(value), { level: LEVEL, chunkSize: CHUNK_BYTES }),
  ]);

/** Whether the bytes are those of `deflateJson`, and not plain JSON. */
export const isDeflated = (bytes: Buffer): boolean => bytes[0] === DEFLATED;

/**
 * Reads the bytes of `deflateJson`, or plain JSON, as it was stored before. Throws `SyntaxError` for other text, and an
 * error of zlib for bytes that are no DEFLATE or exceed the bound.
 */
export function inflateJson(bytes: Buffer): unknown {
  if (!isDeflated(bytes)) return JSON.parse(bytes.toString("utf8"));
  const json = inflateRawSync(bytes.subarray(1), { chunkSize: CHUNK_BYTES, maxOutputLength: MAX_JSON_BYTES });
  return JSON.parse(json.toString("utf8"));
}

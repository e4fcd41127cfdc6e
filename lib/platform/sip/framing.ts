import { isUtf8 } from "node:buffer";
import { expandHeaderName, type SipMessage } from "./message";

/** A message is at most 64 KiB, as over UDP. */
const MAX_MESSAGE_BYTES = 65_536;
const MAX_HEADERS = 100;
const MAX_LINE_BYTES = 8_192;
const START_LINE = /^(?:[A-Za-z]{1,20} [^ ]{1,2000} SIP\/\d{1,2}\.\d{1,2}|SIP\/2\.0 [1-6]\d\d(?: .*)?)$/;
const CONTENT_LENGTH = /^\d{1,5}$/;
const HEADER_NAME = /^[A-Za-z0-9\-.!%*_+`'~]{1,100}$/;
const CRLF = "\r\n";
const HEAD_END = Buffer.from("\r\n\r\n");

/** The stream is not SIP, or exceeds a limit. The connection must be closed. */
export class SipFramingError extends Error {}

type Head = { startLine: string; headers: [string, string][]; contentLength: number };

/** Splits a header block into unfolded lines. */
function unfoldLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split(CRLF)) {
    if (line.length > MAX_LINE_BYTES) throw new SipFramingError("A line is too long.");
    if (line.includes("\n") || line.includes("\r") || line.includes("\0"))
      throw new SipFramingError("A line has control characters.");
    const previous = lines.length - 1;
    if (line.startsWith(" ") || line.startsWith("\t")) {
      if (previous < 1) throw new SipFramingError("The first header is folded.");
      lines[previous] = `${lines[previous]} ${line.trim()}`;
      if ((lines[previous]?.length ?? 0) > MAX_LINE_BYTES) throw new SipFramingError("A header is too long.");
    } else lines.push(line);
  }
  return lines;
}

function parseHead(bytes: Buffer): Head {
  if (!isUtf8(bytes)) throw new SipFramingError("The headers are not UTF-8.");
  const [startLine = "", ...lines] = unfoldLines(bytes.toString("utf8"));
  if (!START_LINE.test(startLine)) throw new SipFramingError("The start line is not SIP.");
  if (lines.length > MAX_HEADERS) throw new SipFramingError("Too many headers.");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trim();
    if (!HEADER_NAME.test(name)) throw new SipFramingError("A header has no name.");
    return [expandHeaderName(name), line.slice(colon + 1).trim()];
  });
  const lengths = new Set(headers.filter(([name]) => name === "content-length").map(([, value]) => value));
  if (lengths.size > 1) throw new SipFramingError("Content-Length is ambiguous.");
  const [length = "0"] = lengths;
  if (!CONTENT_LENGTH.test(length)) throw new SipFramingError("Content-Length is not a number.");
  return { startLine, headers, contentLength: Number(length) };
}

/** Splits a byte stream into SIP messages and keep-alive pings (RFC 3261 section 18.3, RFC 5626 section 4.4.1). */
export class MessageReader {
  #buffer = Buffer.alloc(0);
  #length = 0;
  #scanned = 0;
  #head: (Head & { end: number }) | null = null;

  /** Whether the start of a message waits for more bytes. */
  get isPartial(): boolean {
    return this.#length > 0;
  }

  /** Adds bytes, and returns the complete messages and pings. Throws SipFramingError if the stream is not SIP. */
  push(chunk: Buffer): (SipMessage | "ping")[] {
    this.#append(chunk);
    const items: (SipMessage | "ping")[] = [];
    for (;;) {
      const item = this.#next();
      if (!item) return items;
      if (item !== "pong") items.push(item);
    }
  }

  #append(chunk: Buffer): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2, 4_096));
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    chunk.copy(this.#buffer, this.#length);
    this.#length = needed;
  }

  #consume(bytes: number): void {
    this.#buffer.copyWithin(0, bytes, this.#length);
    this.#length -= bytes;
    this.#scanned = 0;
    this.#head = null;
    if (this.#length === 0 && this.#buffer.length > MAX_MESSAGE_BYTES) this.#buffer = Buffer.alloc(0);
  }

  #next(): SipMessage | "ping" | "pong" | null {
    const bytes = this.#buffer.subarray(0, this.#length);
    if (!this.#head) {
      if (bytes.length === 0) return null;
      if (bytes[0] === 0x0d) return this.#nextCrlf(bytes);
      this.#head = this.#readHead(bytes);
      if (!this.#head) return null;
    }
    const { startLine, headers, contentLength, end } = this.#head;
    if (end + contentLength > MAX_MESSAGE_BYTES) throw new SipFramingError("The message is too long.");
    if (bytes.length < end + contentLength) return null;
    const body = bytes.toString("utf8", end, end + contentLength);
    this.#consume(end + contentLength);
    return { startLine, headers, body };
  }

  /** A double CRLF is a ping and a single one its answer. */
  #nextCrlf(bytes: Buffer): "ping" | "pong" | null {
    if (bytes.length < 2) return null;
    if (bytes[1] !== 0x0a) throw new SipFramingError("The stream is not SIP.");
    const isPing = bytes.length >= 4 && bytes[2] === 0x0d && bytes[3] === 0x0a;
    this.#consume(isPing ? 4 : 2);
    return isPing ? "ping" : "pong";
  }

  #readHead(bytes: Buffer): (Head & { end: number }) | null {
    const letter = (bytes[0] ?? 0) | 0x20;
    if (letter < 0x61 || letter > 0x7a) throw new SipFramingError("The stream is not SIP.");
    if (this.#scanned === 0) {
      const lineEnd = bytes.indexOf(CRLF);
      if (lineEnd === -1) {
        if (bytes.length > MAX_LINE_BYTES) throw new SipFramingError("The start line is too long.");
        return null;
      }
      if (!START_LINE.test(bytes.toString("latin1", 0, lineEnd)))
        throw new SipFramingError("The start line is not SIP.");
    }
    const end = bytes.indexOf(HEAD_END, Math.max(0, this.#scanned - 3));
    this.#scanned = bytes.length;
    if (end === -1) {
      if (bytes.length > MAX_MESSAGE_BYTES) throw new SipFramingError("The headers are too long.");
      return null;
    }
    return { ...parseHead(bytes.subarray(0, end)), end: end + HEAD_END.length };
  }
}

import chardet from "chardet";
import iconv from "iconv-lite";
import { fileRefused } from "./file-problems";

/** Below this confidence, a guess is meaningless. */
const MIN_CONFIDENCE = 50;
/** The most common encoding of files saved by Western spreadsheet programs. */
const FALLBACK = "windows-1252";
/** Trusted guesses: single-byte encodings that their letters distinguish. */
const TRUSTED_GUESSES = /^(windows-125\d|ISO-8859-[2-9])$/i;

type Bytes = () => AsyncIterable<Buffer>;

/** Detects the encoding by the byte order mark, or by the positions of NUL bytes in Western UTF-16 text. */
function encodingOfHead(head: Buffer): string | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (head.length >= 4 && head[0] !== 0 && head[1] === 0 && head[2] !== 0 && head[3] === 0) return "utf-16le";
  if (head.length >= 4 && head[0] === 0 && head[1] !== 0 && head[2] === 0 && head[3] !== 0) return "utf-16be";
  return null;
}

/** Returns the first chunk that is not valid UTF-8, or null if all are. */
async function findNonUtf8(bytes: Bytes): Promise<Buffer | null> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let last: Buffer = Buffer.alloc(0);
  try {
    for await (const piece of bytes()) {
      last = piece;
      decoder.decode(piece, { stream: true });
    }
    decoder.decode();
    return null;
  } catch {
    return last;
  }
}

function guessEncoding(sample: Buffer): string {
  const [best] = chardet.analyse(sample);
  return best !== undefined && best.confidence >= MIN_CONFIDENCE && TRUSTED_GUESSES.test(best.name)
    ? best.name
    : FALLBACK;
}

/**
 * Detects a file's encoding: the client's charset, else the byte order mark, else UTF-8 if all of the file is
 * valid, else a guess. `bytes` is read up to twice. Throws `FileRefused` if the charset is UTF-8 and the file
 * is not.
 */
export async function detectEncoding(bytes: Bytes, charset: string | null): Promise<string> {
  if (charset !== null && !/^utf-?8$/i.test(charset) && iconv.encodingExists(charset)) return charset;
  for await (const piece of bytes()) {
    const detected = encodingOfHead(piece);
    if (detected?.startsWith("utf-16")) return detected;
    break;
  }
  const nonUtf8Chunk = await findNonUtf8(bytes);
  if (nonUtf8Chunk === null) return "utf-8";
  if (charset !== null) throw fileRefused("encoding_not_utf8");
  return guessEncoding(nonUtf8Chunk);
}

/** Decodes the file chunk by chunk, without its byte order mark. */
export async function* decodeText(bytes: Bytes, encoding: string): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding);
  for await (const piece of bytes()) yield decoder.write(piece);
  const trailingText = decoder.end();
  if (trailingText !== undefined) yield trailingText;
}

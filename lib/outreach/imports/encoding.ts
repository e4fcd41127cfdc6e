import chardet from "chardet";
import iconv from "iconv-lite";
import { refused } from "./problems";

/** A guess from fewer signs than this says nothing. */
const MIN_CONFIDENCE = 50;
/** What people in the west save when a program asks nothing. */
const FALLBACK = "windows-1252";
/** Of the guesses, those that are one byte to a sign and tell apart by their letters. */
const GUESSED = /^(windows-125\d|ISO-8859-[2-9])$/i;

type Bytes = () => AsyncIterable<Buffer>;

/** By the mark at the beginning, or by where the NUL bytes of western text lie in UTF-16. */
function byBeginning(head: Buffer): string | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (head.length >= 4 && head[0] !== 0 && head[1] === 0 && head[2] !== 0 && head[3] === 0) return "utf-16le";
  if (head.length >= 4 && head[0] === 0 && head[1] !== 0 && head[2] === 0 && head[3] !== 0) return "utf-16be";
  return null;
}

/** The first piece that is no UTF-8, or null where all of it is. */
async function notUtf8(bytes: Bytes): Promise<Buffer | null> {
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

function guessed(sample: Buffer): string {
  const [best] = chardet.analyse(sample);
  return best !== undefined && best.confidence >= MIN_CONFIDENCE && GUESSED.test(best.name)
    ? best.name
    : FALLBACK;
}

/**
 * The encoding of a file: as the client says, else by its mark, else UTF-8 if all of it is that, else a guess. `bytes`
 * is read up to twice. Throws `FileRefused` for UTF-8 that is none.
 */
export async function encodingOf(bytes: Bytes, charset: string | null): Promise<string> {
  if (charset !== null && !/^utf-?8$/i.test(charset) && iconv.encodingExists(charset)) return charset;
  for await (const piece of bytes()) {
    const known = byBeginning(piece);
    if (known?.startsWith("utf-16")) return known;
    break;
  }
  const bad = await notUtf8(bytes);
  if (bad === null) return "utf-8";
  if (charset !== null)
    throw refused("invalid_encoding", "The file is not in UTF-8, as its media type says.");
  return guessed(bad);
}

/** The file as text, piece by piece, without its byte order mark. */
export async function* textOf(bytes: Bytes, encoding: string): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding);
  for await (const piece of bytes()) yield decoder.write(piece);
  const rest = decoder.end();
  if (rest !== undefined) yield rest;
}

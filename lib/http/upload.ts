import { createHash } from "node:crypto";
import { AppError } from "@/lib/platform/errors";
import { withTimeout } from "@/lib/platform/with-timeout";
import { bytesOf, MAX_BODY } from "./body";
import type { Upload } from "./spec";

/** A file being read, with its digest once it has been read to its end. */
export type OpenUpload = {
  upload: Upload;
  /**
   * Reads the remaining bytes, and returns what distinguishes this request from another: its query, type and
   * bytes.
   */
  digest(): Promise<Buffer>;
};

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/**
 * The server aborts longer requests without a message (`REQUEST_TIMEOUT_MS`), so uploads time out before,
 * with one.
 */
const UPLOAD_TIMEOUT_MS = 50_000;

const tooSlow = (ms: number): AppError =>
  new AppError("upload_too_slow", { params: { seconds: ms / 1_000 } });

/** Yields the bytes as they arrive, until the timeout, which also ends a pending read. */
async function* endAfter(bytes: AsyncGenerator<Uint8Array>, ms: number): AsyncGenerator<Uint8Array> {
  const startedAtMs = performance.now();
  for (;;) {
    const leftMs = startedAtMs + ms - performance.now();
    const next = await withTimeout(bytes.next(), leftMs, () => {
      throw tooSlow(ms);
    });
    if (next.done === true) return;
    yield next.value;
  }
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {}

/** Yields the parts as they arrive, and again from the first one for each reader. */
async function* rereadable(
  bytes: AsyncGenerator<Uint8Array>,
  parts: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; at++) {
    if (at === parts.length && (await bytes.next()).done === true) return;
    yield parts[at] as Uint8Array;
  }
}

/** The upload of a route that accepts no file. */
export const NO_UPLOAD: Upload = { mediaType: "", charset: null, content: emptyStream() };

/**
 * Opens the body of a route that accepts files. A file that is no larger than an ordinary body can be read
 * again, so that a route without a stored result can compute it again for a repeated request. Throws 415 for a media type that is not in `accepts`; reading
 * throws 413 and 408.
 */
export function openUpload(
  request: Request,
  accepts: readonly string[],
  max: number,
  timeoutMs = UPLOAD_TIMEOUT_MS,
): OpenUpload {
  const type = request.headers.get("content-type") ?? "";
  const mediaType = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!accepts.includes(mediaType))
    throw new AppError("media_type_not_accepted", { params: { media_types: accepts.join(" or ") } });
  const hash = createHash("sha256").update(`${new URL(request.url).search}\n${mediaType}\n`);
  const isKept = max <= MAX_BODY;
  const parts: Uint8Array[] = [];
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const part of endAfter(bytesOf(request, max), timeoutMs)) {
      hash.update(part);
      if (isKept) parts.push(part);
      yield part;
    }
  }
  const bytes = hashed();
  return {
    upload: {
      mediaType,
      charset: CHARSET.exec(type)?.[1] ?? null,
      content: {
        [Symbol.asyncIterator]: () => (isKept ? rereadable(bytes, parts) : { next: () => bytes.next() }),
      },
    },
    async digest() {
      while ((await bytes.next()).done !== true);
      return hash.copy().digest();
    },
  };
}

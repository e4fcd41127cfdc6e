import { log } from "@/lib/platform/log";
import { REQUEST_ID_HEADER } from "./base-headers";

/** A file that is read in pieces. */
export type FileSource = {
  mediaType: string;
  name: string;
  bytes: number;
  /** Whether ranges can be requested. */
  ranges: boolean;
  /** Reads from `from` (inclusive) to `to` (exclusive). */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
};

/** A verb's response as a file. `save`: the browser downloads it instead of showing it. */
export class FileResponse {
  constructor(
    readonly file: FileSource,
    readonly save = false,
  ) {}
}

type Part = { from: number; to: number };
/**
 * One range of bytes (RFC 9110, 14.1.2). For several ranges the whole file is sent, as servers are allowed
 * to.
 */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** The requested part: null for the whole file, "none" for an unsatisfiable range. */
function rangeOf(range: string | null, bytes: number): Part | "none" | null {
  const [, first = "", last = ""] = RANGE.exec(range ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? "none" : { from: bytes - length, to: bytes };
  }
  const from = Number(first);
  const to = last === "" ? bytes : Math.min(Number(last) + 1, bytes);
  if (from >= bytes) return "none";
  return from < to ? { from, to } : null;
}

/** The first byte of a request; 0 for the whole file, -1 for a range at its end. */
export function firstByteOf(range: string | null): number {
  const [, first = "", last = ""] = RANGE.exec(range ?? "") ?? [];
  if (first !== "") return Number(first);
  return last === "" ? 0 : -1;
}

/** `onFailure` receives the error of a read: the status is sent by then, and the client only sees a broken transfer. */
function bodyOf(
  source: AsyncIterable<Uint8Array>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next().catch((error: unknown) => {
          onFailure(error);
          throw error;
        });
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The response: whole (200), a part (206), or unsatisfiable (416). */
export function fileResponse({ file, save }: FileResponse, range: string | null, headers: Headers): Response {
  const { bytes, mediaType, name } = file;
  headers.set("Accept-Ranges", file.ranges ? "bytes" : "none");
  const part = file.ranges ? rangeOf(range, bytes) : null;
  if (part === "none") {
    headers.set("Content-Range", `bytes */${bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { from, to } = part ?? { from: 0, to: bytes };
  headers.set("Content-Type", mediaType);
  headers.set("Content-Length", String(to - from));
  headers.set("Content-Disposition", `${save ? "attachment" : "inline"}; filename="${name}"`);
  if (part !== null) headers.set("Content-Range", `bytes ${from}-${to - 1}/${bytes}`);
  const logFailure = (error: unknown) =>
    log.error(
      { err: error, requestId: headers.get(REQUEST_ID_HEADER), file: name },
      "a file could not be sent to its end",
    );
  return new Response(bodyOf(file.read(from, to), logFailure), {
    status: part === null ? 200 : 206,
    headers,
  });
}

/** A file that is read piece by piece. */
export type FileOf = {
  mediaType: string;
  name: string;
  bytes: number;
  /** Whether parts of it can be asked for. */
  ranges: boolean;
  /** From `from` to before `to`. */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
};

/** A verb's answer that is a file. `save`: a browser stores it instead of showing it. */
export class FileAnswer {
  constructor(
    readonly file: FileOf,
    readonly save = false,
  ) {}
}

type Part = { from: number; to: number };
/** One range of bytes (RFC 9110, 14.1.2). Of several the whole is sent, as a server may. */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** The part that is asked for: null for all of it, "none" where the file has none of it. */
function partOf(range: string | null, bytes: number): Part | "none" | null {
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

/** The byte that a request begins at; 0 where it asks for all, -1 where it asks for the file's end. */
export function firstByteOf(range: string | null): number {
  const [, first = "", last = ""] = RANGE.exec(range ?? "") ?? [];
  if (first !== "") return Number(first);
  return last === "" ? 0 : -1;
}

function bodyOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next();
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

/** The answer: whole, a part of it (206), or none of it (416). */
export function fileResponse({ file, save }: FileAnswer, range: string | null, headers: Headers): Response {
  const { bytes, mediaType, name } = file;
  headers.set("Accept-Ranges", file.ranges ? "bytes" : "none");
  const part = file.ranges ? partOf(range, bytes) : null;
  if (part === "none") {
    headers.set("Content-Range", `bytes */${bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { from, to } = part ?? { from: 0, to: bytes };
  headers.set("Content-Type", mediaType);
  headers.set("Content-Length", String(to - from));
  headers.set("Content-Disposition", `${save ? "attachment" : "inline"}; filename="${name}"`);
  if (part !== null) headers.set("Content-Range", `bytes ${from}-${to - 1}/${bytes}`);
  return new Response(bodyOf(file.read(from, to)), { status: part === null ? 200 : 206, headers });
}

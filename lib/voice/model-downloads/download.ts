import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** A server that sends nothing for this long has hung up. */
const IDLE_MS = 30_000;
/** Attempts in a row that bring no byte. An attempt that brings some starts the count again. */
const MAX_FAILURES = 5;
const FIRST_RETRY_MS = 1_000;

export class DownloadError extends Error {}

export type DownloadOptions = {
  /** The exact size, where it is known. */
  bytes?: number | undefined;
  /** More is not written. */
  maxBytes: number;
  onProgress?(received: number, total: number | undefined): void;
  idleMs?: number;
  retryMs?: number;
};

/** The version of the file at the server, by which it continues a download: If-Range needs a strong validator (RFC 9110, 13.1.5). */
type Validator = { url: string; validator: string };

async function readValidator(path: string, url: string): Promise<string | undefined> {
  try {
    const stored = JSON.parse(await readFile(path, "utf8")) as Partial<Validator>;
    return stored.url === url && typeof stored.validator === "string" ? stored.validator : undefined;
  } catch {
    return undefined;
  }
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

const validatorOf = ({ headers }: Response): string | undefined => {
  const etag = headers.get("etag");
  return etag !== null && !etag.startsWith("W/") ? etag : (headers.get("last-modified") ?? undefined);
};

/** Where the body of a response continues the file, and the size of the whole; null if it answers another range. */
function rangeOf(response: Response, position: number): { start: number; total: number | undefined } | null {
  const length = response.headers.get("content-length");
  if (response.status === 200) return { start: 0, total: length === null ? undefined : Number(length) };
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get("content-range") ?? "");
  if (response.status !== 206 || range === null || Number(range[1]) !== position) return null;
  return { start: position, total: range[2] === "*" ? undefined : Number(range[2]) };
}

/** Whether the disk is full or cannot be written, which the server has no part in. */
const isFileProblem = (error: unknown): boolean =>
  error instanceof Error && "syscall" in error && ["open", "write", "fsync"].includes(String(error.syscall));

/** Throws for a response that does not continue the file, and decides whether another attempt can help. */
async function reject(response: Response, file: string): Promise<never> {
  await response.body?.cancel();
  const { status } = response;
  // The part is longer than the file: the next attempt starts from the beginning.
  if (status === 416) await rm(file, { force: true });
  const canRetry = status >= 500 || status === 416 || status === 429 || status === 408 || status === 206;
  const message = `The server answers with status ${status}.`;
  throw canRetry ? new Error(message) : new DownloadError(message);
}

/** Appends a body to the file, or replaces the file if `start` is 0. */
async function writeBody(
  body: ReadableStream<Uint8Array>,
  file: string,
  start: number,
  onChunk: (received: number) => void,
): Promise<number> {
  const output = await open(file, start === 0 ? "w" : "a", 0o644);
  const reader = body.getReader();
  let received = start;
  try {
    for (let read = await reader.read(); read.value !== undefined; read = await reader.read()) {
      received += read.value.length;
      onChunk(received);
      await output.writeFile(read.value);
    }
    await output.sync();
  } finally {
    await reader.cancel().catch(() => {});
    await output.close();
  }
  return received;
}

/** One request that continues the file. Resolves once the file is complete, and throws if the connection breaks. */
async function attempt(url: string, file: string, options: DownloadOptions): Promise<void> {
  const { bytes, maxBytes, onProgress, idleMs = IDLE_MS } = options;
  const validatorFile = `${file}.json`;
  const validator = await readValidator(validatorFile, url);
  const position = validator === undefined ? 0 : await sizeOf(file);
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(), idleMs);
  try {
    const range = position > 0 && validator ? { range: `bytes=${position}-`, "if-range": validator } : {};
    // Without compression, so that positions count the bytes of the file.
    const headers = { "accept-encoding": "identity", ...range };
    const response = await fetch(url, { headers, signal: idle.signal });
    if (url.startsWith("https:") && !response.url.startsWith("https:"))
      throw new DownloadError("The server redirects to an address without TLS.");
    const continued = rangeOf(response, position);
    if (continued === null || response.body === null) return await reject(response, file);
    const { start, total } = continued;
    if (bytes !== undefined && total !== undefined && total !== bytes)
      throw new DownloadError(`The file has ${total} bytes instead of ${bytes}.`);
    await writeFile(validatorFile, JSON.stringify({ url, validator: validatorOf(response) }));
    const received = await writeBody(response.body, file, start, (count) => {
      timer.refresh();
      if (count > Math.min(maxBytes, bytes ?? maxBytes))
        throw new DownloadError("The server sends more than the file's size.");
      onProgress?.(count, total);
    });
    if (received < (total ?? bytes ?? 0)) throw new Error("The connection broke.");
  } finally {
    clearTimeout(timer);
    idle.abort();
  }
}

/**
 * Downloads a file and continues after broken connections, also those of an earlier run, if the server's file is the
 * same (RFC 9110, Range and If-Range). Throws a `DownloadError` that says what is wrong.
 */
export async function download(url: string, file: string, options: DownloadOptions): Promise<void> {
  const { retryMs = FIRST_RETRY_MS } = options;
  for (let failures = 0; ; ) {
    const before = await sizeOf(file);
    try {
      await attempt(url, file, options);
      await rm(`${file}.json`, { force: true });
      return;
    } catch (error) {
      if (isFileProblem(error)) throw error;
      if (error instanceof DownloadError) {
        await Promise.all([rm(file, { force: true }), rm(`${file}.json`, { force: true })]);
        throw error;
      }
      failures = (await sizeOf(file)) > before ? 1 : failures + 1;
      if (failures >= MAX_FAILURES)
        throw new DownloadError(
          "The server cannot be reached, or it breaks off. Run the command again to continue.",
        );
      await sleep(retryMs * 2 ** (failures - 1));
    }
  }
}

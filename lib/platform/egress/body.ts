import type { Deadline } from "./deadline";
import { EgressError } from "./errors";

/** The needed part of a body's reader: undici's and the platform's types of it differ. */
export type ByteReader = {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<void>;
};

/** Reads a complete body. Throws `too_large` as soon as it exceeds `maxBytes` (after decompression). */
export async function readLimited(
  reader: ByteReader,
  maxBytes: number,
  deadline: Deadline,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(Buffer.concat(chunks));
    if (value === undefined) continue;
    size += value.byteLength;
    if (size > maxBytes) {
      deadline.abort(new EgressError("too_large"));
      throw new EgressError("too_large");
    }
    chunks.push(value);
  }
}

export type StreamLimits = { maxBytes: number; firstChunkMs: number; idleMs: number };

/**
 * A body that is streamed to the caller and aborted with an `EgressError` at the limits. The idle time counts
 * only while the caller waits for a chunk, so that a slow reader is not mistaken for a slow sender. The total
 * limit always counts.
 */
export function limitedBody(
  reader: ByteReader,
  limits: StreamLimits,
  deadline: Deadline,
): ReadableStream<Uint8Array> {
  let size = 0;
  let waitMs = limits.firstChunkMs;

  const pullChunk = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const timer = setTimeout(() => deadline.abort(new EgressError("timeout")), waitMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    waitMs = limits.idleMs;
    size += value?.byteLength ?? 0;
    if (size > limits.maxBytes) {
      const error = new EgressError("too_large");
      deadline.abort(error);
      throw error;
    }
    if (value !== undefined) controller.enqueue(value);
    if (done) {
      deadline.end();
      controller.close();
    }
  };

  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) =>
        pullChunk(controller).catch((error: unknown) => {
          deadline.end();
          controller.error(deadline.toThrown(error));
        }),
      cancel: async (reason) => {
        deadline.end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

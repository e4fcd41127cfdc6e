import type { Deadline } from "./deadline";
import { EgressError } from "./errors";

/** As much of a body's reader as is needed: undici's and the platform's types of it differ. */
export type ByteReader = {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<void>;
};

/** Reads a body whole. Throws `too_large` as soon as more than `maxBytes` (after decompression) have come. */
export async function readCapped(
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
 * A body that is handed on as it comes, cut with an `EgressError` at the limits. Time counts only while somebody
 * waits for a chunk, so that a slow reader is not taken for a slow sender; the whole limit counts always.
 */
export function limitedBody(
  reader: ByteReader,
  limits: StreamLimits,
  deadline: Deadline,
): ReadableStream<Uint8Array> {
  let size = 0;
  let waitMs = limits.firstChunkMs;

  const next = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
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
        next(controller).catch((error: unknown) => {
          deadline.end();
          controller.error(deadline.explain(error));
        }),
      cancel: async (reason) => {
        deadline.end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

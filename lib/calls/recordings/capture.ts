import type { Sealer } from "@/lib/platform/crypto";
import { log } from "@/lib/platform/log";
import type { Storage } from "@/lib/platform/storage";
import { FRAME_BYTES, FRAME_MS } from "./audio-format";
import { numberInPart, putChunk } from "./chunks";
import { createTimeline, type Leg } from "./timeline";

/** Maximum audio that a killed process loses; one chunk is 320 kB. */
const CHUNK_FRAMES = 5_000 / FRAME_MS;
/**
 * Maximum chunks that wait for a slow storage: half a minute. Beyond it the capture stops, and the earlier
 * audio stays complete.
 */
const MAX_WAITING = 6;

type CaptureOptions = {
  store: Storage;
  sealer: Sealer;
  callId: string;
  object: string;
  startMs: number;
  /** The part of the recording; 0 if this process began it. */
  part?: number;
};

/**
 * Captures the audio of one call as sealed chunks. A job converts them to a file once the call is settled.
 */
export type Capture = {
  frame(leg: Leg, frame: Int16Array, atMs: number): void;
  cleared(atMs: number): void;
  /** Pauses the capture. The paused time is stored as silence. */
  pause(): void;
  resume(): void;
  /** Resolves once all complete chunks are stored. */
  waitUntilStored(): Promise<void>;
  /** Stores the remaining audio. */
  finish(atMs: number): Promise<void>;
  /** Discards unstored audio. Resolves once no write is in progress. */
  abandon(): Promise<void>;
};

export function startCapture({ store, sealer, callId, object, startMs, part = 0 }: CaptureOptions): Capture {
  let chunk = Buffer.alloc(CHUNK_FRAMES * FRAME_BYTES);
  let filled = 0;
  let number = 0;
  let waiting = 0;
  let paused = false;
  /** Set after the last chunk, or after a lost one, as a recording has no gaps. */
  let closed = false;
  let lost = false;
  let work: Promise<void> = Promise.resolve();

  const give = (err: unknown) => {
    closed = true;
    lost = true;
    log.warn({ callId, err }, "a recording could not be stored; it ends here");
  };
  const put = async (plain: Buffer, chunkNumber: number) => {
    try {
      if (!lost) await putChunk(store, sealer, { callId, object, series: "raw" }, chunkNumber, plain);
    } catch (error) {
      give(error);
    } finally {
      waiting--;
      plain.fill(0);
    }
  };
  const flush = () => {
    if (filled === 0) return;
    const plain = chunk.subarray(0, filled);
    const chunkNumber = numberInPart(part, number++);
    chunk = Buffer.alloc(CHUNK_FRAMES * FRAME_BYTES);
    filled = 0;
    waiting++;
    if (waiting > MAX_WAITING) give(new Error("The storage does not keep up."));
    work = work.then(() => put(plain, chunkNumber));
  };
  const timeline = createTimeline(startMs, (frame) => {
    Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).copy(chunk, filled);
    filled += FRAME_BYTES;
    if (filled === chunk.length) flush();
  });

  return {
    frame(leg, frame, atMs) {
      if (closed) return;
      if (!paused) timeline.push(leg, frame, atMs);
      timeline.advance(atMs);
    },
    cleared: (atMs) => timeline.cleared(atMs),
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
    },
    waitUntilStored: () => work,
    async finish(atMs) {
      if (!closed) {
        timeline.finish(atMs);
        flush();
        closed = true;
      }
      await work;
    },
    async abandon() {
      closed = true;
      lost = true;
      filled = 0;
      chunk.fill(0);
      await work;
    },
  };
}

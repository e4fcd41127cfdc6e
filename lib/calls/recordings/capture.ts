import type { Sealer } from "@/lib/platform/crypto";
import { log } from "@/lib/platform/log";
import type { Storage } from "@/lib/platform/storage";
import { putChunk } from "./chunks";
import { FRAME_BYTES, FRAME_MS } from "./sound";
import { type Leg, makeTimeline } from "./timeline";

/** A killed process loses no more sound than this; a chunk of it is 320 kB. */
const CHUNK_FRAMES = 5_000 / FRAME_MS;
/** Chunks that wait for a store that does not keep up: half a minute. Then no more is taken; what there is stays whole. */
const MOST_WAITING = 6;

type Given = { store: Storage; sealer: Sealer; callId: string; object: string; startMs: number };

/** Takes the sound of one call, sealed in chunks, as it is heard. It is made into a file once the call is settled. */
export type Capture = {
  frame(leg: Leg, frame: Int16Array, atMs: number): void;
  cleared(atMs: number): void;
  /** Between these nothing is taken: silence stands in its place. */
  pause(): void;
  resume(): void;
  /** Stores what is left. */
  finish(atMs: number): Promise<void>;
  /** Forgets what is not stored; resolves once nothing is under way. */
  abandon(): Promise<void>;
};

export function startCapture({ store, sealer, callId, object, startMs }: Given): Capture {
  let chunk = Buffer.alloc(CHUNK_FRAMES * FRAME_BYTES);
  let filled = 0;
  let number = 0;
  let waiting = 0;
  let paused = false;
  /** No more sound is taken; behind a chunk that is lost none is stored either, as a recording has no holes. */
  let closed = false;
  let lost = false;
  let work: Promise<void> = Promise.resolve();

  const give = (err: unknown) => {
    closed = true;
    lost = true;
    log.warn({ callId, err }, "a recording could not be stored; it ends here");
  };
  const put = async (plain: Buffer, mine: number) => {
    try {
      if (!lost) await putChunk(store, sealer, { callId, object, series: "raw" }, mine, plain);
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
    const mine = number++;
    chunk = Buffer.alloc(CHUNK_FRAMES * FRAME_BYTES);
    filled = 0;
    waiting++;
    if (waiting > MOST_WAITING) give(new Error("The storage does not keep up."));
    work = work.then(() => put(plain, mine));
  };
  const timeline = makeTimeline(startMs, (frame) => {
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

import type { Sealer } from "@/lib/platform/crypto";
import type { Storage } from "@/lib/platform/storage";
import { FRAME_BYTES, FRAME_MS } from "./audio-format";
import { numberInPart, readChunk } from "./chunks";
import type { RecordingRow } from "./row";

/** Silence between two parts is produced one second at a time. */
const SILENCE_FRAMES = 1_000 / FRAME_MS;

/** A part's chunks in order, up to the first missing one. */
async function* readPart(
  store: Storage,
  sealer: Sealer,
  { call_id: callId, object }: RecordingRow,
  part: number,
): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const pcm = await readChunk(store, sealer, { callId, object, series: "raw" }, numberInPart(part, number));
    if (pcm === null) return;
    yield pcm;
  }
}

/**
 * Reads the captured audio of a recording. Its parts are joined at their times in the call, with silence where
 * no process captured it.
 */
export async function* readCapturedSound(
  store: Storage,
  sealer: Sealer,
  recording: RecordingRow,
): AsyncGenerator<Buffer> {
  const starts = [recording.started_ms, ...recording.resumed_ms].map((ms) =>
    Math.max(0, Math.floor((ms - recording.started_ms) / FRAME_MS)),
  );
  let frames = 0;
  /** The next silence up to `start`, if any. */
  const silenceBefore = (start: number) => Math.min(SILENCE_FRAMES, Math.max(0, start - frames));
  for (const [part, start] of starts.entries()) {
    const end = starts[part + 1] ?? Number.POSITIVE_INFINITY;
    for await (const pcm of readPart(store, sealer, recording, part)) {
      // A part without audio adds no silence: the recording ends with its last audio.
      for (let count = silenceBefore(start); count > 0; count = silenceBefore(start)) {
        frames += count;
        yield Buffer.alloc(count * FRAME_BYTES);
      }
      const fitting = Math.min(Math.floor(pcm.length / FRAME_BYTES), end - frames);
      if (fitting <= 0) break;
      frames += fitting;
      yield pcm.subarray(0, fitting * FRAME_BYTES);
    }
  }
}

import { Decoder } from "@evan/opus";
import { findMaskedSpeech, finishRecordings, readCall } from "@/lib/calls/calls";
import { wavHeader } from "@/lib/platform/audio/wav";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealer } from "@/lib/platform/crypto";
import { writeUnaudited } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { hasAllChunks, type Storage, StorageFailure, storage } from "@/lib/platform/storage";
import { CHANNELS, FRAME_BYTES, FRAME_MS, SAMPLE_RATE_HZ } from "./audio-format";
import { folderOf, readChunk } from "./chunks";
import { oggPackets } from "./ogg";
import type { Peaks } from "./peaks";
import { peaksPlace, type RecordingRow, selectRecording } from "./row";
import type { ReadRecording, RecordingPeaks } from "./schema";
import { covers, widenRanges } from "./silence";

/** Bytes opened at once: 16 s, and the excess of a Range request at each end. */
export const CHUNK_BYTES = 65_536;

/** Whether the storage has all chunks of a playable recording. */
export const isStored = (
  store: Storage,
  { object, bytes }: Pick<RecordingRow, "object" | "bytes">,
): Promise<boolean> => hasAllChunks(store, `${folderOf(object)}/ogg`, Math.ceil((bytes ?? 0) / CHUNK_BYTES));

/** A file that is opened in pieces while it is read. */
export type SoundFile = {
  mediaType: string;
  name: string;
  bytes: number;
  /** Whether ranges can be requested. */
  ranges: boolean;
  /** Reads from `from` (inclusive) to `to` (exclusive). */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
};

type Opened = { recording: RecordingRow; sealer: Sealer };

/**
 * Whether the file has everything silenced that the transcript masks now, as a variable may have been marked
 * sensitive since. Null if that cannot be determined.
 */
export async function isSilenced(ctx: Ctx, recording: RecordingRow): Promise<boolean | null> {
  const masked = await findMaskedSpeech({ ...ctx, environment: recording.environment }, recording.call_id);
  return masked === null ? null : covers(recording.silenced ?? [], widenRanges(masked));
}

/**
 * Throws 404 for a missing call or recording, and 409 while the recording is not ready or must be silenced
 * again.
 */
async function openRecordingOf(ctx: Ctx, callId: string): Promise<Opened> {
  const call = await readCall(ctx, callId);
  const recording = (await ctx.db.first(selectRecording(ctx.workspaceId, callId))) as
    | RecordingRow
    | undefined;
  if (recording === undefined || recording.state === "removing" || call.recording.state === "suppressed")
    throw notFound();
  if (recording.state !== "ready") throw new AppError("recording_not_settled");
  const silenced = await isSilenced(ctx, recording);
  if (silenced === null) throw notFound();
  if (!silenced) {
    await writeUnaudited(ctx, { run: [finishRecordings(ctx.workspaceId, [callId], ctx.now())] });
    throw new AppError("recording_being_masked");
  }
  return { recording, sealer: await subjectSealer(ctx.workspaceId, recording.subject_id) };
}

async function* sealed(
  store: Storage,
  { recording, sealer }: Opened,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  const of = { callId: recording.call_id, object: recording.object, series: "ogg" } as const;
  for (let at = from; at < to; ) {
    const number = Math.floor(at / CHUNK_BYTES);
    const chunk = await readChunk(store, sealer, of, number);
    if (chunk === null) throw new StorageFailure("A part of a recording is missing.");
    const begin = number * CHUNK_BYTES;
    yield chunk.subarray(at - begin, Math.min(chunk.length, to - begin));
    at = begin + CHUNK_BYTES;
  }
}

/** Decodes the audio of a file, one second at a time. */
export async function* readPcm(store: Storage, opened: Opened): AsyncGenerator<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of sealed(store, opened, 0, opened.recording.bytes ?? 0)) pieces.push(piece);
  const decoder = new Decoder({ channels: CHANNELS, sample_rate: SAMPLE_RATE_HZ });
  let some: Buffer[] = [];
  for (const packet of oggPackets(Buffer.concat(pieces))) {
    some.push(Buffer.from(decoder.decode(packet)));
    if (some.length < 1_000 / FRAME_MS) continue;
    yield Buffer.concat(some);
    some = [];
  }
  if (some.length > 0) yield Buffer.concat(some);
}

async function* wav(store: Storage, opened: Opened, dataBytes: number): AsyncGenerator<Uint8Array> {
  yield wavHeader({ rateHz: SAMPLE_RATE_HZ, channels: CHANNELS, dataBytes });
  yield* readPcm(store, opened);
}

/**
 * Reads the masked audio of a settled call. Each new read is audited; `begins` is false for a further part of
 * one.
 */
export async function readRecording(
  ctx: Ctx,
  callId: string,
  { format, download }: ReadRecording,
  begins: boolean,
  store: Storage = storage(),
): Promise<SoundFile> {
  const opened = await openRecordingOf(ctx, callId);
  const { recording } = opened;
  // Checked again, as the storage may be complete now; otherwise the response would break in the middle.
  if (recording.missing_since !== null && !(await isStored(store, recording)))
    throw new AppError("recording_incomplete");
  if (begins) {
    const action = format === "wav" || download === "true" ? "recording.downloaded" : "recording.played";
    await writeAudited(ctx, { run: [], audit: { action, target: callId, after: { format } } });
  }
  if (format === "ogg") {
    const bytes = recording.bytes ?? 0;
    return {
      mediaType: "audio/ogg; codecs=opus",
      name: `${callId}.ogg`,
      bytes,
      ranges: true,
      read: (from, to) => sealed(store, opened, from, to),
    };
  }
  const dataBytes = Math.floor((recording.duration_ms ?? 0) / FRAME_MS) * FRAME_BYTES;
  return {
    mediaType: "audio/wav",
    name: `${callId}.wav`,
    bytes: wavHeader({ rateHz: SAMPLE_RATE_HZ, channels: CHANNELS, dataBytes }).length + dataBytes,
    ranges: false,
    read: () => wav(store, opened, dataBytes),
  };
}

/** Reads the waveform of a recording, which is computed once. Throws like `readRecording`. */
export async function readPeaks(ctx: Ctx, callId: string): Promise<RecordingPeaks> {
  const { recording, sealer } = await openRecordingOf(ctx, callId);
  if (recording.peaks === null) throw notFound();
  const peaks = JSON.parse(sealer.openText(peaksPlace(callId), recording.peaks)) as Peaks;
  return { started_ms: recording.started_ms, duration_ms: recording.duration_ms ?? 0, ...peaks };
}

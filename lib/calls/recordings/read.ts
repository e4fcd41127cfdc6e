import { Decoder } from "@evan/opus";
import { finishRecordings, maskedSpeech, readCall } from "@/lib/calls/calls";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealer } from "@/lib/platform/crypto";
import { record } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { holdsAll, type Storage, StorageFailure, storage } from "@/lib/platform/storage";
import { wavHeader } from "@/lib/platform/wav";
import { folderOf, readChunk } from "./chunks";
import { oggPackets } from "./ogg";
import type { Peaks } from "./peaks";
import { type Found, peaksPlace, selectRecording } from "./row";
import type { ReadRecording, RecordingPeaks } from "./schema";
import { covers, widened } from "./silence";
import { CHANNELS, FRAME_BYTES, FRAME_MS, RATE_HZ } from "./sound";

/** What is opened at once of a recording: 16 s of it, and what a Range request opens too much at each end. */
export const CHUNK_BYTES = 65_536;

/** Whether all chunks of a recording that can be played are in the storage. */
export const isStored = (
  store: Storage,
  { object, bytes }: Pick<Found, "object" | "bytes">,
): Promise<boolean> => holdsAll(store, `${folderOf(object)}/ogg`, Math.ceil((bytes ?? 0) / CHUNK_BYTES));

/** A file that is opened piece by piece, as it is read. */
export type SoundFile = {
  mediaType: string;
  name: string;
  bytes: number;
  /** Whether parts of it can be asked for. */
  ranges: boolean;
  /** From `from` to before `to`. */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
};

type Opened = { found: Found; sealer: Sealer };

/**
 * Whether all is out of the sound that is masked in the transcript now: a variable may have been marked sensitive since
 * the file was made. Null where nobody can say any more.
 */
export async function isSilenced(ctx: Ctx, found: Found): Promise<boolean | null> {
  const masked = await maskedSpeech({ ...ctx, environment: found.environment }, found.call_id);
  return masked === null ? null : covers(found.silenced ?? [], widened(masked));
}

/** Throws 404 where there is no such call or no recording, 409 while it is not ready, or has to be silenced anew. */
async function openRecordingOf(ctx: Ctx, callId: string): Promise<Opened> {
  const call = await readCall(ctx, callId);
  const found = (await ctx.db.one(selectRecording(ctx.workspaceId, callId))) as Found | undefined;
  if (found === undefined || found.state === "removing" || call.recording.state === "suppressed")
    throw notFound();
  if (found.state !== "ready")
    throw new AppError("invalid_state", "A recording can be played once its call has been settled.");
  const silenced = await isSilenced(ctx, found);
  if (silenced === null) throw notFound();
  if (!silenced) {
    await record(ctx, { run: [finishRecordings(ctx.workspaceId, [callId], ctx.now())] });
    throw new AppError(
      "invalid_state",
      "More of this call is masked than before: its recording can be played again once that is silenced too.",
    );
  }
  return { found, sealer: await subjectSealer(ctx.workspaceId, found.subject_id) };
}

async function* sealed(
  store: Storage,
  { found, sealer }: Opened,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  const of = { callId: found.call_id, object: found.object, series: "ogg" } as const;
  for (let at = from; at < to; ) {
    const number = Math.floor(at / CHUNK_BYTES);
    const chunk = await readChunk(store, sealer, of, number);
    if (chunk === null) throw new StorageFailure("A part of a recording is missing.");
    const begin = number * CHUNK_BYTES;
    yield chunk.subarray(at - begin, Math.min(chunk.length, to - begin));
    at = begin + CHUNK_BYTES;
  }
}

/** The sound of a file, a second after the other. */
export async function* pcmOf(store: Storage, opened: Opened): AsyncGenerator<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of sealed(store, opened, 0, opened.found.bytes ?? 0)) pieces.push(piece);
  const decoder = new Decoder({ channels: CHANNELS, sample_rate: RATE_HZ });
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
  yield wavHeader({ rateHz: RATE_HZ, channels: CHANNELS, dataBytes });
  yield* pcmOf(store, opened);
}

/**
 * The sound of a settled call, masked. Each time somebody begins to read it, the audit log says so; `begins` is false
 * for a further part of what is being read.
 */
export async function readRecording(
  ctx: Ctx,
  callId: string,
  { format, download }: ReadRecording,
  begins: boolean,
  store: Storage = storage(),
): Promise<SoundFile> {
  const opened = await openRecordingOf(ctx, callId);
  const { found } = opened;
  // Looked at again: it may be back since, and else the answer would break off in the middle.
  if (found.missing_since !== null && !(await isStored(store, found)))
    throw new AppError("invalid_state", "Parts of this recording are missing in the storage.");
  if (begins) {
    const action = format === "wav" || download === "true" ? "recording.downloaded" : "recording.played";
    await mutate(ctx, { run: [], audit: { action, target: callId, after: { format } } });
  }
  if (format === "ogg") {
    const bytes = found.bytes ?? 0;
    return {
      mediaType: "audio/ogg; codecs=opus",
      name: `${callId}.ogg`,
      bytes,
      ranges: true,
      read: (from, to) => sealed(store, opened, from, to),
    };
  }
  const dataBytes = Math.floor((found.duration_ms ?? 0) / FRAME_MS) * FRAME_BYTES;
  return {
    mediaType: "audio/wav",
    name: `${callId}.wav`,
    bytes: wavHeader({ rateHz: RATE_HZ, channels: CHANNELS, dataBytes }).length + dataBytes,
    ranges: false,
    read: () => wav(store, opened, dataBytes),
  };
}

/** The waveform of a recording, made once. Throws as `readRecording`. */
export async function readPeaks(ctx: Ctx, callId: string): Promise<RecordingPeaks> {
  const { found, sealer } = await openRecordingOf(ctx, callId);
  if (found.peaks === null) throw notFound();
  const peaks = JSON.parse(sealer.openText(peaksPlace(callId), found.peaks)) as Peaks;
  return { started_ms: found.started_ms, duration_ms: found.duration_ms ?? 0, ...peaks };
}

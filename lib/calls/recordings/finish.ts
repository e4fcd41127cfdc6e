import { findMaskedSpeech, postponeRecording } from "@/lib/calls/calls";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { type Storage, storage } from "@/lib/platform/storage";
import { FRAME_BYTES, FRAME_MS } from "./audio-format";
import { readCapturedSound } from "./captured-sound";
import { createObjectName, folderOf, putChunk } from "./chunks";
import { createEncoder } from "./encode";
import { createPeakMeter } from "./peaks";
import { CHUNK_BYTES, isSilenced, readPcm } from "./read";
import { removeRecording } from "./remove";
import { peaksPlace, type RecordingRow, selectRecording } from "./row";
import { type Range, silence, widenRanges } from "./silence";
import { discardStatement, updateStateStatement } from "./statements";

/** By this time after the call's end, the capturing process has stored everything or is dead. */
const CAPTURED_MS = 60_000;
/** A transferred call continues without us for at most the carrier's maximum call duration. */
const FOLLOWED_MS = 4 * 3_600_000;

/** Creates a file and its waveform, of the captured audio or of the file before, with the ranges silenced in both channels. */
async function createFile(store: Storage, sealer: Sealer, recording: RecordingRow, ranges: readonly Range[]) {
  const sound =
    recording.state === "ready"
      ? readPcm(store, { recording, sealer })
      : readCapturedSound(store, sealer, recording);
  const encoder = createEncoder();
  const peaks = createPeakMeter();
  let durationMs = 0;
  for await (const pcm of sound) {
    silence(pcm, recording.started_ms + durationMs, ranges);
    peaks.push(pcm);
    await encoder.push(pcm);
    durationMs += Math.floor(pcm.length / FRAME_BYTES) * FRAME_MS;
    pcm.fill(0);
  }
  return { file: encoder.finish(), peaks: peaks.finish(), durationMs };
}

async function keep(
  store: Storage,
  sealer: Sealer,
  place: { callId: string; object: string },
  file: Buffer,
): Promise<void> {
  for (let number = 0, at = 0; at < file.length; number++, at += CHUNK_BYTES)
    await putChunk(store, sealer, { ...place, series: "ogg" }, number, file.subarray(at, at + CHUNK_BYTES));
}

/** Updates a recording only as it was read: no other job has made its file or removed it since. */
const updateUnchanged = ({ workspace_id, call_id, object, state }: RecordingRow) =>
  db
    .updateTable("recordings")
    .where("workspace_id", "=", workspace_id)
    .where("call_id", "=", call_id)
    .where("object", "=", object)
    .where("state", "=", state);

/** Removes a recording without audio, unless another job has made its file meanwhile, and removed the captured audio. */
async function removeEmpty(ctx: Ctx, store: Storage, recording: RecordingRow): Promise<void> {
  const claim = updateUnchanged(recording).set({ state: "removing" }).returning("call_id");
  const [claimed] = await writeUnaudited(ctx, { run: [claim] as const });
  if (claimed.length > 0) await removeRecording(ctx, recording.call_id, "none", store);
}

/**
 * Creates a recording's file in a new folder, and makes that the recording's folder. A folder that is being read is not
 * written to. A job that another one has overtaken removes its own file and starts again, as it may know of more masks.
 */
async function prepareFile(ctx: Ctx, store: Storage, sealer: Sealer, recording: RecordingRow): Promise<void> {
  const { call_id: callId, workspace_id: workspaceId, environment, due_at: expiresAt } = recording;
  const masked = await findMaskedSpeech({ ...ctx, environment }, callId);
  // The ranges to silence cannot be determined: the recording is removed.
  if (masked === null) return removeRecording(ctx, callId, "none", store);
  const silenced = widenRanges(masked);
  const { file, peaks, durationMs } = await createFile(store, sealer, recording, silenced);
  if (durationMs === 0) return removeEmpty(ctx, store, recording);
  // A repeated file has the same length. A shorter one means that a part was removed.
  if (durationMs < (recording.duration_ms ?? 0)) throw new Error("The sound of a recording is not whole.");
  const object = createObjectName();
  await keep(store, sealer, { callId, object }, file);
  const sealed = sealer.seal(peaksPlace(callId), JSON.stringify(peaks));
  const [kept] = await writeUnaudited(ctx, {
    run: [
      updateUnchanged(recording)
        .set({
          object,
          state: "ready",
          // The file has all parts in one.
          resumed_ms: [],
          duration_ms: durationMs,
          bytes: file.length,
          peaks: sealed,
          silenced: json(silenced),
          expires_at: expiresAt,
        })
        .returning("call_id"),
      updateStateStatement(
        workspaceId,
        callId,
        { state: "recorded", duration_ms: durationMs, expires_at: expiresAt },
        { state: "ready", object },
      ),
      // In the same transaction: no row names the former folder any more, which has unmasked audio.
      discardStatement(workspaceId, recording.object, ctx.now()),
    ],
  });
  if (kept.length > 0) return store.removeAll(folderOf(recording.object));
  await store.removeAll(folderOf(object));
  return finishRecording(ctx, callId, store);
}

/**
 * Creates the file of a recording once its call is settled and all audio is stored. A killed process leaves a
 * recording that is complete up to its last chunk. Creates the file again if more is masked than at its
 * creation. Safe to repeat. Removes a recording whose retention is zero days.
 */
export async function finishRecording(ctx: Ctx, callId: string, store: Storage = storage()): Promise<void> {
  const recording = (await ctx.db.first(selectRecording(ctx.workspaceId, callId))) as
    | RecordingRow
    | undefined;
  if (recording === undefined || recording.settled_at === null) return;
  if (recording.state === "removing") return removeRecording(ctx, callId, null, store);
  // Also if the ranges cannot be determined: with the key destroyed, the rest is removed.
  if (recording.state === "ready" && (await isSilenced(ctx, recording)) !== false)
    // A version that kept both in one folder can have left the captured audio beside the file.
    return store.removeAll(`${folderOf(recording.object)}/raw`);
  const waitMs = recording.state === "following" ? FOLLOWED_MS : CAPTURED_MS;
  const until = plusMs(recording.ended_at ?? recording.settled_at, waitMs);
  if (recording.state !== "captured" && recording.state !== "ready" && until > ctx.now()) {
    await writeUnaudited(ctx, {
      run: [postponeRecording(ctx.workspaceId, callId, recording.state, until)],
    });
    return;
  }
  const sealer = (await subjectSealers(ctx.workspaceId, [recording.subject_id])).get(recording.subject_id);
  if (sealer === undefined) return removeRecording(ctx, callId, "erased", store);
  if (recording.due_at !== null && recording.due_at <= ctx.now() && !recording.isOnHold)
    return removeRecording(ctx, callId, "expired", store);
  await prepareFile(ctx, store, sealer, recording);
}

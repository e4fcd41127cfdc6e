import { findMaskedSpeech, finishRecordings } from "@/lib/calls/calls";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { type Storage, storage } from "@/lib/platform/storage";
import { FRAME_BYTES, FRAME_MS } from "./audio-format";
import { readCapturedSound } from "./captured-sound";
import { folderOf, putChunk } from "./chunks";
import { createEncoder } from "./encode";
import { createPeakMeter } from "./peaks";
import { CHUNK_BYTES, isSilenced, readPcm } from "./read";
import { removeRecording } from "./remove";
import { peaksPlace, type RecordingRow, selectRecording } from "./row";
import { type Range, silence, widenRanges } from "./silence";
import { updateStateStatement } from "./statements";

/** By this time after the call's end, the capturing process has stored everything or is dead. */
const CAPTURED_MS = 60_000;
/** A transferred call continues without us for at most the carrier's maximum call duration. */
const FOLLOWED_MS = 4 * 3_600_000;

/** Creates the file and its waveform, with the ranges silenced in both channels. */
async function createFile(store: Storage, sealer: Sealer, recording: RecordingRow, ranges: readonly Range[]) {
  const encoder = createEncoder();
  const peaks = createPeakMeter();
  let durationMs = 0;
  for await (const pcm of readCapturedSound(store, sealer, recording)) {
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
  { call_id, object }: RecordingRow,
  file: Buffer,
): Promise<void> {
  const of = { callId: call_id, object, series: "ogg" } as const;
  for (let number = 0, at = 0; at < file.length; number++, at += CHUNK_BYTES)
    await putChunk(store, sealer, of, number, file.subarray(at, at + CHUNK_BYTES));
}

/**
 * Decodes a file to captured chunks, so that it can be created again with more ranges silenced. The recording
 * cannot be played until then.
 */
async function decodeToChunks(
  ctx: Ctx,
  store: Storage,
  sealer: Sealer,
  recording: RecordingRow,
): Promise<void> {
  const { call_id: callId, object } = recording;
  await store.removeAll(`${folderOf(object)}/raw`);
  let number = 0;
  for await (const pcm of readPcm(store, { recording, sealer })) {
    await putChunk(store, sealer, { callId, object, series: "raw" }, number++, pcm);
    pcm.fill(0);
  }
  await writeUnaudited(ctx, {
    run: [
      db
        .updateTable("recordings")
        // The file has all parts in one.
        .set({ state: "captured", resumed_ms: [] })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("call_id", "=", callId)
        .where("state", "=", "ready"),
    ],
  });
}

async function prepareFile(ctx: Ctx, store: Storage, sealer: Sealer, recording: RecordingRow): Promise<void> {
  const { call_id: callId, workspace_id: workspaceId, object } = recording;
  const masked = await findMaskedSpeech({ ...ctx, environment: recording.environment }, callId);
  // The ranges to silence cannot be determined: the recording is removed.
  if (masked === null) return removeRecording(ctx, callId, "none", store);
  const silenced = widenRanges(masked);
  const { file, peaks, durationMs } = await createFile(store, sealer, recording, silenced);
  if (durationMs === 0) return removeRecording(ctx, callId, "none", store);
  // A repeated file has the same length. A shorter one means that a part was removed.
  if (durationMs < (recording.duration_ms ?? 0)) throw new Error("The sound of a recording is not whole.");
  await store.removeAll(`${folderOf(object)}/ogg`);
  await keep(store, sealer, recording, file);
  const expiresAt = recording.due_at;
  const sealed = sealer.seal(peaksPlace(callId), JSON.stringify(peaks));
  const [kept] = await writeUnaudited(ctx, {
    run: [
      db
        .updateTable("recordings")
        .set({
          state: "ready",
          duration_ms: durationMs,
          bytes: file.length,
          peaks: sealed,
          silenced: json(silenced),
          expires_at: expiresAt,
        })
        .where("workspace_id", "=", workspaceId)
        .where("call_id", "=", callId)
        // A concurrent refusal or deletion takes precedence.
        .where("state", "<>", "removing")
        .returning("call_id"),
      updateStateStatement(
        workspaceId,
        callId,
        { state: "recorded", duration_ms: durationMs, expires_at: expiresAt },
        ["ready"],
      ),
    ],
  });
  // If the row was deleted meanwhile, the new chunks would have no owner.
  await store.removeAll(kept.length > 0 ? `${folderOf(object)}/raw` : folderOf(object));
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
    return store.removeAll(`${folderOf(recording.object)}/raw`);
  const waitMs = recording.state === "following" ? FOLLOWED_MS : CAPTURED_MS;
  const until = plusMs(recording.ended_at ?? recording.settled_at, waitMs);
  if (recording.state !== "captured" && recording.state !== "ready" && until > ctx.now()) {
    // Only if the state is unchanged: the call's end sets "captured" and makes this job due immediately, and a later time
    // must not replace that.
    const reschedule = finishRecordings(ctx.workspaceId, [callId], until).where(
      "state",
      "=",
      recording.state,
    );
    await writeUnaudited(ctx, { run: [reschedule] });
    return;
  }
  const sealer = (await subjectSealers(ctx.workspaceId, [recording.subject_id])).get(recording.subject_id);
  if (sealer === undefined) return removeRecording(ctx, callId, "erased", store);
  if (recording.due_at !== null && recording.due_at <= ctx.now() && !recording.isOnHold)
    return removeRecording(ctx, callId, "expired", store);
  if (recording.state === "ready") await decodeToChunks(ctx, store, sealer, recording);
  const parts = recording.state === "ready" ? { resumed_ms: [] } : {};
  await prepareFile(ctx, store, sealer, { ...recording, ...parts });
}

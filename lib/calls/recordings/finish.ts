import { finishRecordings, maskedSpeech } from "@/lib/calls/calls";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { db, json, record } from "@/lib/platform/db";
import { type Storage, storage } from "@/lib/platform/storage";
import { folderOf, putChunk, readChunk } from "./chunks";
import { makeEncoder } from "./encode";
import { makePeaks } from "./peaks";
import { CHUNK_BYTES, isSilenced, pcmOf } from "./read";
import { removeRecording } from "./remove";
import { type Found, peaksPlace, selectRecording } from "./row";
import { type Range, silence, widened } from "./silence";
import { FRAME_BYTES, FRAME_MS } from "./sound";
import { showOf } from "./statements";

/** Whoever has taken the sound of a call has stored it all by then; later, its process is dead. */
const CAPTURED_MS = 60_000;
/** A call that somebody has taken over goes on without us, for as long as its carrier lets any call last. */
const FOLLOWED_MS = 4 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

type Of = { callId: string; object: string };

/** All that was taken, chunk after chunk, up to the first that is missing. */
async function* soundOf(store: Storage, sealer: Sealer, of: Of): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const pcm = await readChunk(store, sealer, { ...of, series: "raw" }, number);
    if (pcm === null) return;
    yield pcm;
  }
}

/** Makes the file, with the ranges silenced in both channels, and its waveform. */
async function make(store: Storage, sealer: Sealer, found: Found, ranges: readonly Range[]) {
  const encoder = makeEncoder();
  const peaks = makePeaks();
  let durationMs = 0;
  for await (const pcm of soundOf(store, sealer, { callId: found.call_id, object: found.object })) {
    silence(pcm, found.started_ms + durationMs, ranges);
    peaks.push(pcm);
    await encoder.push(pcm);
    durationMs += Math.floor(pcm.length / FRAME_BYTES) * FRAME_MS;
    pcm.fill(0);
  }
  return { file: encoder.finish(), peaks: peaks.finish(), durationMs };
}

async function keep(store: Storage, sealer: Sealer, { call_id, object }: Found, file: Buffer): Promise<void> {
  const of = { callId: call_id, object, series: "ogg" } as const;
  for (let number = 0, at = 0; at < file.length; number++, at += CHUNK_BYTES)
    await putChunk(store, sealer, of, number, file.subarray(at, at + CHUNK_BYTES));
}

/**
 * Lays the sound of a file out as it was taken, so that the file is made anew with more of it silenced. Until that is
 * done the recording cannot be played.
 */
async function layOut(ctx: Ctx, store: Storage, sealer: Sealer, found: Found): Promise<void> {
  const { call_id: callId, object } = found;
  await store.removeAll(`${folderOf(object)}/raw`);
  let number = 0;
  for await (const pcm of pcmOf(store, { found, sealer })) {
    await putChunk(store, sealer, { callId, object, series: "raw" }, number++, pcm);
    pcm.fill(0);
  }
  await record(ctx, {
    run: [
      db
        .updateTable("recordings")
        .set({ state: "captured" })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("call_id", "=", callId)
        .where("state", "=", "ready"),
    ],
  });
}

async function ready(ctx: Ctx, store: Storage, sealer: Sealer, found: Found): Promise<void> {
  const { call_id: callId, workspace_id: workspaceId, object } = found;
  const masked = await maskedSpeech({ ...ctx, environment: found.environment }, callId);
  // Nobody can say what is to be silenced: nothing is kept.
  if (masked === null) return removeRecording(ctx, callId, "none", store);
  const silenced = widened(masked);
  const { file, peaks, durationMs } = await make(store, sealer, found, silenced);
  if (durationMs === 0) return removeRecording(ctx, callId, "none", store);
  // What is made anew is as long as it was: of less, somebody has taken a part away.
  if (durationMs < (found.duration_ms ?? 0)) throw new Error("The sound of a recording is not whole.");
  await store.removeAll(`${folderOf(object)}/ogg`);
  await keep(store, sealer, found, file);
  const expiresAt = plusMs(found.ended_at ?? ctx.now(), found.retention_days * DAY_MS);
  const sealed = sealer.seal(peaksPlace(callId), JSON.stringify(peaks));
  const [kept] = await record(ctx, {
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
        // Whoever has declined or deleted it meanwhile wins.
        .where("state", "<>", "removing")
        .returning("call_id"),
      showOf(workspaceId, callId, { state: "recorded", duration_ms: durationMs, expires_at: expiresAt }, [
        "ready",
      ]),
    ],
  });
  // Where the row has gone meanwhile, what was written since would stay without anybody who knows of it.
  await store.removeAll(kept.length > 0 ? `${folderOf(object)}/raw` : folderOf(object));
}

/**
 * Makes the file of a recording, once its call is settled and all sound is stored; what a killed process left is whole
 * up to its last chunk. Makes it anew where more is masked now than when it was made. Safe to repeat. A retention of no
 * days removes it here.
 */
export async function finishRecording(ctx: Ctx, callId: string, store: Storage = storage()): Promise<void> {
  const found = (await ctx.db.one(selectRecording(ctx.workspaceId, callId))) as Found | undefined;
  if (found === undefined || found.settled_at === null) return;
  if (found.state === "removing") return removeRecording(ctx, callId, null, store);
  // Also where nobody can say any more: whoever took the key away takes the rest.
  if (found.state === "ready" && (await isSilenced(ctx, found)) !== false)
    return store.removeAll(`${folderOf(found.object)}/raw`);
  const waitMs = found.state === "following" ? FOLLOWED_MS : CAPTURED_MS;
  const until = plusMs(found.ended_at ?? found.settled_at, waitMs);
  if (found.state !== "captured" && found.state !== "ready" && until > ctx.now()) {
    await record(ctx, { run: [finishRecordings(ctx.workspaceId, [callId], until)] });
    return;
  }
  const sealer = (await subjectSealers(ctx.workspaceId, [found.subject_id])).get(found.subject_id);
  if (sealer === undefined) return removeRecording(ctx, callId, "erased", store);
  if (found.retention_days === 0 && !found.held) return removeRecording(ctx, callId, "expired", store);
  if (found.state === "ready") await layOut(ctx, store, sealer, found);
  await ready(ctx, store, sealer, found);
}

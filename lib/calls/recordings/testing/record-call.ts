import type { Ctx } from "@/lib/platform/context";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { FRAME_BYTES } from "../audio-format";
import { createObjectName, putChunk } from "../chunks";
import { finishRecording } from "../finish";
import { selectRecording } from "../row";

/** Frames per second. */
const SECOND = 50;

/** Creates the state that a killed process leaves of a spoken call: a row and seconds of audio. */
export async function leaveSound(
  ctx: Ctx,
  callId: string,
  seconds: number,
  state = "capturing",
): Promise<string> {
  const object = createObjectName();
  const call = await ctx.db.first(
    db
      .selectFrom("calls")
      .select("subject_id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", callId),
  );
  const subjectId = call?.subject_id ?? callId;
  await writeUnaudited(ctx, {
    run: [
      db.insertInto("recordings").values({
        call_id: callId,
        workspace_id: ctx.workspaceId,
        subject_id: subjectId,
        object,
        state,
        started_ms: 0,
        created_at: ctx.now(),
      }),
    ],
  });
  const sealer = await subjectSealer(ctx.workspaceId, subjectId);
  for (let number = 0; number < seconds; number++) {
    const loud = Buffer.alloc(SECOND * FRAME_BYTES);
    for (let at = 0; at < loud.length; at += 2) loud.writeInt16LE(at % 64 < 32 ? 9_000 : -9_000, at);
    await putChunk(storage(), sealer, { callId, object, series: "raw" }, number, loud);
  }
  return object;
}

/** Gives a settled call a playable recording. Returns the folder of its file. */
export async function recordCall(ctx: Ctx, callId: string, seconds = 2): Promise<string> {
  const captured = await leaveSound(ctx, callId, seconds, "captured");
  await finishRecording(ctx, callId);
  const row = await ctx.db.first(selectRecording(ctx.workspaceId, callId));
  // A retention of zero days leaves no recording.
  return row?.object ?? captured;
}

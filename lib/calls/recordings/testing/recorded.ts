import type { Ctx } from "@/lib/platform/context";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { newObject, putChunk } from "../chunks";
import { finishRecording } from "../finish";
import { FRAME_BYTES } from "../sound";

/** Frames of a second. */
const SECOND = 50;

/** What a call that somebody spoke in leaves behind when its process is killed: a row, and seconds of sound. */
export async function leaveSound(
  ctx: Ctx,
  callId: string,
  seconds: number,
  state = "capturing",
): Promise<string> {
  const object = newObject();
  const call = await ctx.db.one(
    db
      .selectFrom("calls")
      .select("subject_id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", callId),
  );
  const subjectId = call?.subject_id ?? callId;
  await record(ctx, {
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

/** Gives a settled call a recording that can be played. */
export async function recordCall(ctx: Ctx, callId: string, seconds = 2): Promise<string> {
  const object = await leaveSound(ctx, callId, seconds, "captured");
  await finishRecording(ctx, callId);
  return object;
}

import { lockContactOfCall } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { sealersFromRows } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { sipMessagesFieldRef } from "./row";
import type { SipMessage } from "./schema";

/** Locks a call that is not erased, with its key. */
const lockCall = (ctx: Ctx, callId: string) =>
  db
    .selectFrom("calls")
    .leftJoin("subject_keys", (join) =>
      join
        .onRef("subject_keys.workspace_id", "=", "calls.workspace_id")
        .onRef("subject_keys.subject_id", "=", "calls.subject_id"),
    )
    .select(["calls.subject_id", "subject_keys.wrapped as subject_key"])
    .where("calls.workspace_id", "=", ctx.workspaceId)
    .where("calls.id", "=", callId)
    .where("calls.erased_at", "is", null)
    .forKeyShare("calls");

/**
 * Stores SIP messages of a call, sealed with the key that seals its transcript. Returns false for a call that does not exist, or
 * that was erased. The caller masks the messages, and bounds their number.
 */
export async function storeSipMessages(
  ctx: Ctx,
  callId: string,
  messages: readonly SipMessage[],
): Promise<boolean> {
  const now = ctx.now();
  const id = newId("sip", Date.parse(now));
  return writeUnaudited(ctx, async (tx) => {
    // The contact first, as an erasure does, so that the key is not replaced meanwhile.
    await tx.first(lockContactOfCall(ctx, callId));
    const row = await tx.first(lockCall(ctx, callId));
    const sealer = row && (await sealersFromRows(ctx.workspaceId, [row])).get(row.subject_id);
    if (!sealer) return false;
    await tx.first(
      db.insertInto("call_sip_messages").values({
        id,
        workspace_id: ctx.workspaceId,
        call_id: callId,
        messages: sealer.seal(sipMessagesFieldRef(id), JSON.stringify(messages)),
        created_at: now,
      }),
    );
    return true;
  });
}

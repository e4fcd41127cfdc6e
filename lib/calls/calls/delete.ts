import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { destroySubjectKey } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { enqueueExpression } from "@/lib/platform/jobs";
import { deleteComments } from "./delete-comments";
import { lockContact } from "./legal-hold";

/** Statements that mark the call's recording for removal. A job removes its bytes and needs the row until then. */
const removeRecordingStatements = (ctx: Ctx, id: string) => [
  db
    .updateTable("recordings")
    .set({ state: "removing" })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("call_id", "=", id),
  db
    .selectFrom("recordings")
    .select(
      enqueueExpression(
        "recording.remove",
        { workspaceId: ctx.workspaceId, callId: id },
        { key: `recording.remove:${id}`, runAt: ctx.now() },
      ).as("enqueued"),
    )
    .where("workspace_id", "=", ctx.workspaceId)
    .where("call_id", "=", id),
];

/**
 * Permanently deletes a call: its row, transcript, comments and recording, and its own key. Throws 404. Throws 409
 * while the call runs, is being hung up or is not settled, and while the call or its contact is under a legal hold.
 */
export async function deleteCall(ctx: Ctx, id: string): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(
      db
        .selectFrom("calls")
        .select(["agent_id", "channel", "settled_at", "legal_hold", "subject_id", "contact_id"])
        .where("workspace_id", "=", ctx.workspaceId)
        .where("environment", "=", ctx.environment)
        .where("id", "=", id)
        .forUpdate(),
    );
    if (row === undefined) throw notFound();
    if (row.legal_hold !== null) throw new AppError("call_on_hold");
    const contact = row.contact_id === null ? undefined : await tx.first(lockContact(ctx, row.contact_id));
    if (contact !== undefined && contact.legal_hold !== null) throw new AppError("contact_of_call_on_hold");
    if (row.settled_at === null) throw new AppError("call_not_settled");
    // The carrier is still to be told to hang up, which needs the call's row. The attempt is kept because it counts.
    const attempt = db
      .selectFrom("attempts")
      .select("key")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", id)
      .where("state", "!=", "ended");
    if ((await tx.first(attempt)) !== undefined) throw new AppError("call_being_hung_up");
    await tx.batch(
      ...removeRecordingStatements(ctx, id),
      db.deleteFrom("callbacks").where("workspace_id", "=", ctx.workspaceId).where("call_id", "=", id),
      deleteComments(ctx.workspaceId, id),
      db.deleteFrom("call_scores").where("workspace_id", "=", ctx.workspaceId).where("call_id", "=", id),
      db
        .deleteFrom("call_sip_messages")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("call_id", "=", id),
      db.deleteFrom("calls").where("workspace_id", "=", ctx.workspaceId).where("id", "=", id),
      // A contact's key seals more than this call, so only the call's own key is destroyed.
      ...(row.subject_id === id ? [destroySubjectKey(ctx.workspaceId, row.subject_id)] : []),
    );
    const before = { agent_id: row.agent_id, channel: row.channel, environment: ctx.environment };
    return { result: undefined, audit: { action: "call.deleted", target: id, before } };
  });
}

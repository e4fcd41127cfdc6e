import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { destroySubject } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { enqueued } from "@/lib/platform/jobs";
import { lockContact } from "./legal-hold";

/** The bytes of its recording are removed by a job, which needs its row until then. */
const recordingGoes = (ctx: Ctx, id: string) => [
  db
    .updateTable("recordings")
    .set({ state: "removing" })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("call_id", "=", id),
  db
    .selectFrom("recordings")
    .select(
      enqueued(
        "recording.remove",
        { workspaceId: ctx.workspaceId, callId: id },
        { key: `recording.remove:${id}`, runAt: ctx.now() },
      ).as("enqueued"),
    )
    .where("workspace_id", "=", ctx.workspaceId)
    .where("call_id", "=", id),
];

/**
 * Deletes a call for good: its row, what was said, its recording, and the key under which that was sealed. Throws 404;
 * 409 while it runs, is hung up or is not settled, and under a legal hold of its own or of its contact.
 */
export async function deleteCall(ctx: Ctx, id: string): Promise<void> {
  await mutate(ctx, async (tx) => {
    const row = await tx.one(
      db
        .selectFrom("calls")
        .select(["agent_id", "channel", "settled_at", "legal_hold", "subject_id", "contact_id"])
        .where("workspace_id", "=", ctx.workspaceId)
        .where("environment", "=", ctx.environment)
        .where("id", "=", id)
        .forUpdate(),
    );
    if (row === undefined) throw notFound();
    if (row.legal_hold !== null)
      throw new AppError("conflict", "The call is under a legal hold. Release it first.");
    const contact = row.contact_id === null ? undefined : await tx.one(lockContact(ctx, row.contact_id));
    if (contact !== undefined && contact.legal_hold !== null)
      throw new AppError("conflict", "The call's contact is under a legal hold. Release it first.");
    if (row.settled_at === null)
      throw new AppError(
        "invalid_state",
        "The call is still running or being settled. End it, and try again.",
      );
    // Its carrier is yet to be told to hang up, by what the call's row says. The attempt itself stays, as a try counts.
    const attempt = db
      .selectFrom("attempts")
      .select("key")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", id)
      .where("state", "!=", "ended");
    if ((await tx.one(attempt)) !== undefined)
      throw new AppError("invalid_state", "The call is being hung up. Try again in a moment.");
    await tx.batch(
      ...recordingGoes(ctx, id),
      db.deleteFrom("callbacks").where("workspace_id", "=", ctx.workspaceId).where("call_id", "=", id),
      db.deleteFrom("calls").where("workspace_id", "=", ctx.workspaceId).where("id", "=", id),
      // A contact's key seals more than this call; only a key of the call's own goes with it.
      ...(row.subject_id === id ? [destroySubject(ctx.workspaceId, row.subject_id)] : []),
    );
    const before = { agent_id: row.agent_id, channel: row.channel, environment: ctx.environment };
    return { result: undefined, audit: { action: "call.deleted", target: id, before } };
  });
}

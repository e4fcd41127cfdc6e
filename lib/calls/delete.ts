import { mutate } from "@/lib/audit";
import type { Ctx } from "@/lib/context";
import { destroySubject } from "@/lib/crypto";
import { db } from "@/lib/db";
import { AppError, notFound } from "@/lib/errors";
import { lockContact } from "./legal-hold";

/**
 * Deletes a call for good: its row, what was said, and the key under which that was sealed. Throws 404; 409 while it
 * runs or is not settled, and under a legal hold of its own or of its contact.
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
    await tx.batch(
      db.deleteFrom("callbacks").where("workspace_id", "=", ctx.workspaceId).where("call_id", "=", id),
      // The try is still counted; what it held is free.
      db
        .updateTable("attempts")
        .set({ state: "ended", busy: null, lease_until: null })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("call_id", "=", id),
      db.deleteFrom("calls").where("workspace_id", "=", ctx.workspaceId).where("id", "=", id),
      // A contact's key seals more than this call; only a key of the call's own goes with it.
      ...(row.subject_id === id ? [destroySubject(ctx.workspaceId, row.subject_id)] : []),
    );
    const before = { agent_id: row.agent_id, channel: row.channel, environment: ctx.environment };
    return { result: undefined, audit: { action: "call.deleted", target: id, before } };
  });
}

import { sql } from "kysely";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { destroySubject } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { auditView } from "./audit-view";
import { refOf, selectByRef } from "./find";
import { recordingsGo } from "./recordings-go";

/** Refuses while something goes on under the contact's key, or is to be kept by law. */
async function refuseHeld(tx: Tx, ctx: Ctx, id: string): Promise<void> {
  const own = { workspaceId: ctx.workspaceId, id };
  const [calls, attempts] = await tx.batch(
    db
      .selectFrom("calls")
      .select([
        sql<boolean>`coalesce(bool_or(legal_hold is not null), false)`.as("held"),
        sql<boolean>`coalesce(bool_or(settled_at is null), false)`.as("running"),
      ])
      .where("workspace_id", "=", own.workspaceId)
      .where("subject_id", "=", own.id),
    db
      .selectFrom("attempts")
      .select("key")
      .where("workspace_id", "=", own.workspaceId)
      .where("contact_id", "=", own.id)
      .where("state", "!=", "ended")
      .limit(1),
  );
  if (calls[0]?.held === true)
    throw new AppError("conflict", "A call with the contact is under a legal hold. Release it first.");
  if (calls[0]?.running === true || attempts.length > 0)
    throw new AppError(
      "invalid_state",
      "A call with the contact is under way or being settled. End it, and try again.",
    );
}

/**
 * Deletes a contact for good: the row, the ledger, and the key, so that what calls and texts hold under it cannot be
 * read any more; recordings go with it, byte and row. Campaigns go on without them. A suppression stays as a keyed hash, without its reason. Throws
 * `not_found`; 409 under a legal hold and while a call goes on.
 */
export async function deleteContact(ctx: Ctx, ref: string): Promise<void> {
  const of = await refOf(ctx, ref);
  await mutate(ctx, async (tx) => {
    const row = await tx.one(
      selectByRef(ctx, of)
        .select(["id", "number_hash", "legal_hold", "region", "timezone_source"])
        .forUpdate(),
    );
    if (row === undefined) throw notFound();
    if (row.legal_hold !== null)
      throw new AppError("conflict", "The contact is under a legal hold. Release it first.");
    await refuseHeld(tx, ctx, row.id);
    const { workspaceId, environment } = ctx;
    await tx.batch(
      db
        .updateTable("campaign_contacts")
        .set({ status: "canceled", next_attempt_at: null, updated_at: ctx.now() })
        .where("workspace_id", "=", workspaceId)
        .where("contact_id", "=", row.id)
        .where("status", "in", ["pending", "held"]),
      db
        .updateTable("campaign_contacts")
        .set({ variables: null })
        .where("workspace_id", "=", workspaceId)
        .where("contact_id", "=", row.id),
      // What waits to be sent or read is not any more: nobody could open it.
      db
        .updateTable("texts")
        .set({
          body: null,
          error_code: "erased",
          state: sql`case direction when 'outbound' then 'failed' else state end`,
        })
        .where("workspace_id", "=", workspaceId)
        .where("contact_id", "=", row.id)
        .where("body", "is not", null),
      ...recordingsGo(ctx, row.id),
      db.deleteFrom("callbacks").where("workspace_id", "=", workspaceId).where("subject_id", "=", row.id),
      db.deleteFrom("consents").where("workspace_id", "=", workspaceId).where("contact_id", "=", row.id),
      db
        .updateTable("suppressions")
        .set({ reason: "" })
        .where("workspace_id", "=", workspaceId)
        .where("environment", "=", environment)
        .where("contact_hash", "=", row.number_hash),
      db.deleteFrom("contacts").where("workspace_id", "=", workspaceId).where("id", "=", row.id),
      destroySubject(workspaceId, row.id),
    );
    const before = auditView(ctx, row);
    return { result: undefined, audit: { action: "contact.deleted", target: row.id, before } };
  });
}

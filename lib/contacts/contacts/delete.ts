import { sql } from "kysely";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { destroySubjectKey } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import { contactAuditView } from "./audit-views";
import { eraseRecordingsStatements } from "./erase-recordings";
import { parseContactRef, selectByRef } from "./find-contacts";

/** Throws while a call or attempt with the contact is in progress, or a call with it is under a legal hold. */
async function assertDeletable(tx: Tx, ctx: Ctx, id: string): Promise<void> {
  const contactKey = { workspaceId: ctx.workspaceId, id };
  const [calls, attempts] = await tx.batch(
    db
      .selectFrom("calls")
      .select([
        sql<boolean>`coalesce(bool_or(legal_hold is not null), false)`.as("held"),
        sql<boolean>`coalesce(bool_or(settled_at is null), false)`.as("running"),
      ])
      .where("workspace_id", "=", contactKey.workspaceId)
      .where("subject_id", "=", contactKey.id),
    db
      .selectFrom("attempts")
      .select("key")
      .where("workspace_id", "=", contactKey.workspaceId)
      .where("contact_id", "=", contactKey.id)
      .where("state", "!=", "ended")
      .limit(1),
  );
  if (calls[0]?.held === true) throw new AppError("contact_call_on_hold");
  if (calls[0]?.running === true || attempts.length > 0) throw new AppError("contact_in_call");
}

/** Deletes the comments on the contact's calls, their scores, or their SIP messages, which its key seals. */
const deleteSealedRowsStatement = (
  table: "call_comments" | "call_scores" | "call_sip_messages",
  { workspaceId, environment }: Ctx,
  contactId: string,
) =>
  db
    .deleteFrom(table)
    .where("workspace_id", "=", workspaceId)
    .where(
      "call_id",
      "in",
      db
        .selectFrom("calls")
        .select("calls.id")
        .where("calls.workspace_id", "=", workspaceId)
        .where("calls.environment", "=", environment)
        .where("calls.contact_id", "=", contactId)
        .where("calls.subject_id", "=", contactId),
    );

/**
 * Deletes a contact permanently: its row, ledger, recordings and key, so that calls and texts sealed under the key
 * become unreadable. Campaigns continue without the contact. A suppression stays as a keyed hash, without its reason.
 * Throws `not_found`, `precondition_failed`, and 409 under a legal hold or while a call is in progress.
 */
export async function deleteContact(ctx: Ctx, ref: string, ifMatch: IfMatch = null): Promise<void> {
  const of = await parseContactRef(ctx, ref);
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(
      selectByRef(ctx, of)
        .select(["id", "number_hash", "legal_hold", "region", "timezone_source", "revision"])
        .forUpdate(),
    );
    if (row === undefined) throw notFound();
    requireMatch(ifMatch, row, "contact");
    if (row.legal_hold !== null) throw new AppError("contact_on_hold");
    await assertDeletable(tx, ctx, row.id);
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
      // Unsent and unread texts are erased too, as their key is destroyed.
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
      ...eraseRecordingsStatements(ctx, row.id),
      deleteSealedRowsStatement("call_comments", ctx, row.id),
      deleteSealedRowsStatement("call_scores", ctx, row.id),
      deleteSealedRowsStatement("call_sip_messages", ctx, row.id),
      db.deleteFrom("callbacks").where("workspace_id", "=", workspaceId).where("subject_id", "=", row.id),
      db.deleteFrom("consents").where("workspace_id", "=", workspaceId).where("contact_id", "=", row.id),
      db
        .updateTable("suppressions")
        .set({ reason: "" })
        .where("workspace_id", "=", workspaceId)
        .where("environment", "=", environment)
        .where("contact_hash", "=", row.number_hash),
      db.deleteFrom("contacts").where("workspace_id", "=", workspaceId).where("id", "=", row.id),
      destroySubjectKey(workspaceId, row.id),
    );
    const before = contactAuditView(ctx, row);
    return { result: undefined, audit: { action: "contact.deleted", target: row.id, before } };
  });
}

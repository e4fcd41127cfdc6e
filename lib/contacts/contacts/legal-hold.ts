import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import { type ContactRef, parseContactRef, selectByRef } from "./find-contacts";
import { readContact } from "./read";
import type { Contact, HoldContact } from "./schema";

/**
 * Reads and locks a contact and its legal hold until the transaction ends. Throws `not_found`, and
 * `precondition_failed`.
 */
async function lockContact(
  tx: Tx,
  ctx: Ctx,
  of: ContactRef,
  ifMatch: IfMatch,
): Promise<{ id: string; legal_hold: string | null }> {
  const row = await tx.first(selectByRef(ctx, of).select(["id", "legal_hold", "revision"]).forNoKeyUpdate());
  if (row === undefined) throw notFound();
  requireMatch(ifMatch, row, "contact");
  return row;
}

const setHold = (ctx: Ctx, id: string, reason: string | null) =>
  db
    .updateTable("contacts")
    .set({ legal_hold: reason, updated_at: ctx.now() })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id);

/** The audit log's view of a legal hold. The reason is free text, and stays with the contact. */
const holdAuditView = ({ environment }: Ctx, isHeld: boolean) => ({ environment, legal_hold: isHeld });

/**
 * Places a legal hold: the contact and its conversations cannot be deleted until an owner releases it. A new reason
 * replaces the previous one. The same reason again changes nothing. Throws `not_found`, `precondition_failed`.
 */
export async function placeLegalHold(
  ctx: Ctx,
  ref: string,
  { reason }: HoldContact,
  ifMatch: IfMatch = null,
): Promise<Contact> {
  const of = await parseContactRef(ctx, ref);
  const id = await writeAudited(ctx, async (tx) => {
    const before = await lockContact(tx, ctx, of, ifMatch);
    if (before.legal_hold === reason) return { result: before.id, audit: null };
    await tx.all(setHold(ctx, before.id, reason));
    const audit = {
      action: "contact.legal_hold_placed",
      target: before.id,
      before: holdAuditView(ctx, before.legal_hold !== null),
      after: holdAuditView(ctx, true),
    };
    return { result: before.id, audit };
  });
  return readContact(ctx, id);
}

/** Releases a contact's legal hold, if it has one. Throws `not_found`, `precondition_failed`. */
export async function releaseLegalHold(ctx: Ctx, ref: string, ifMatch: IfMatch = null): Promise<void> {
  const of = await parseContactRef(ctx, ref);
  await writeAudited(ctx, async (tx) => {
    const before = await lockContact(tx, ctx, of, ifMatch);
    if (before.legal_hold === null) return { result: undefined, audit: null };
    await tx.all(setHold(ctx, before.id, null));
    const audit = {
      action: "contact.legal_hold_released",
      target: before.id,
      before: holdAuditView(ctx, true),
      after: holdAuditView(ctx, false),
    };
    return { result: undefined, audit };
  });
}

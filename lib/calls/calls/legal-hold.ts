import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { readCall } from "./read";
import type { Call, HoldCall } from "./schema";

/**
 * Reads the call's hold. Locks the call and its contact until the transaction ends, as a contact's deletion
 * deletes its calls and checks their holds. Throws `not_found`.
 */
async function lockLegalHold(tx: Tx, ctx: Ctx, id: string): Promise<string | null> {
  const row = await tx.first(
    db
      .selectFrom("calls")
      .select(["legal_hold", "contact_id"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("id", "=", id)
      .forNoKeyUpdate(),
  );
  if (row === undefined) throw notFound();
  if (row.contact_id !== null) await tx.first(lockContact(ctx, row.contact_id));
  return row.legal_hold;
}

/** Reads the contact's own hold, and locks the row until the transaction ends. */
export const lockContact = ({ workspaceId }: Pick<Ctx, "workspaceId">, contactId: string) =>
  db
    .selectFrom("contacts")
    .select("legal_hold")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", contactId)
    .forShare();

const setHold = (ctx: Ctx, id: string, reason: string | null) =>
  db
    .updateTable("calls")
    .set({ legal_hold: reason })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id);

/** The audit view: the reason is free text, and stays with the call. */
const auditViewOf = ({ environment }: Ctx, isHeld: boolean) => ({ environment, legal_hold: isHeld });

/**
 * Places a legal hold, so that the call cannot be deleted until an owner releases it. A new reason replaces
 * the earlier one; an identical request changes nothing. Throws `not_found`.
 */
export async function placeLegalHold(ctx: Ctx, id: string, { reason }: HoldCall): Promise<Call> {
  await writeAudited(ctx, async (tx) => {
    const before = await lockLegalHold(tx, ctx, id);
    if (before === reason) return { result: undefined, audit: null };
    await tx.all(setHold(ctx, id, reason));
    const audit = {
      action: "call.legal_hold_placed",
      target: id,
      before: auditViewOf(ctx, before !== null),
      after: auditViewOf(ctx, true),
    };
    return { result: undefined, audit };
  });
  return readCall(ctx, id);
}

/** Releases a call's legal hold, if any. Throws `not_found`. */
export async function releaseLegalHold(ctx: Ctx, id: string): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const before = await lockLegalHold(tx, ctx, id);
    if (before === null) return { result: undefined, audit: null };
    await tx.all(setHold(ctx, id, null));
    const audit = {
      action: "call.legal_hold_released",
      target: id,
      before: auditViewOf(ctx, true),
      after: auditViewOf(ctx, false),
    };
    return { result: undefined, audit };
  });
}

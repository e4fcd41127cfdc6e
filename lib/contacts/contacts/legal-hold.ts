import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { type Ref, refOf, selectByRef } from "./find";
import { readContact } from "./read";
import type { Contact, HoldContact } from "./schema";

/** The contact with its hold, locked until the transaction ends. Throws `not_found`. */
async function holdOf(tx: Tx, ctx: Ctx, of: Ref): Promise<{ id: string; legal_hold: string | null }> {
  const row = await tx.one(selectByRef(ctx, of).select(["id", "legal_hold"]).forUpdate());
  if (row === undefined) throw notFound();
  return row;
}

const setHold = (ctx: Ctx, id: string, reason: string | null) =>
  db
    .updateTable("contacts")
    .set({ legal_hold: reason, updated_at: ctx.now() })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id);

/** What the audit log keeps: the reason is free words, and stays with the contact. */
const viewOf = ({ environment }: Ctx, held: boolean) => ({ environment, legal_hold: held });

/**
 * Keeps a contact from being deleted, and what was said with it, until an owner releases it. A new reason takes the place
 * of the former; the same again leaves no trace. Throws `not_found`.
 */
export async function holdContact(ctx: Ctx, ref: string, { reason }: HoldContact): Promise<Contact> {
  const of = await refOf(ctx, ref);
  const id = await mutate(ctx, async (tx) => {
    const before = await holdOf(tx, ctx, of);
    if (before.legal_hold === reason) return { result: before.id, audit: null };
    await tx.all(setHold(ctx, before.id, reason));
    const audit = {
      action: "contact.legal_hold_placed",
      target: before.id,
      before: viewOf(ctx, before.legal_hold !== null),
      after: viewOf(ctx, true),
    };
    return { result: before.id, audit };
  });
  return readContact(ctx, id);
}

/** Releases a contact from its legal hold, if there is one. Throws `not_found`. */
export async function releaseContact(ctx: Ctx, ref: string): Promise<void> {
  const of = await refOf(ctx, ref);
  await mutate(ctx, async (tx) => {
    const before = await holdOf(tx, ctx, of);
    if (before.legal_hold === null) return { result: undefined, audit: null };
    await tx.all(setHold(ctx, before.id, null));
    const audit = {
      action: "contact.legal_hold_released",
      target: before.id,
      before: viewOf(ctx, true),
      after: viewOf(ctx, false),
    };
    return { result: undefined, audit };
  });
}

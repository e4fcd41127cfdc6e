import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { readCall } from "./read";
import type { Call, HoldCall } from "./schema";

/**
 * The call's hold. The call and its contact stay as they are until the transaction ends, as the contact's deletion takes
 * what was said with it and asks for holds. Throws `not_found`.
 */
async function holdOf(tx: Tx, ctx: Ctx, id: string): Promise<string | null> {
  const row = await tx.one(
    db
      .selectFrom("calls")
      .select(["legal_hold", "contact_id"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("id", "=", id)
      .forUpdate(),
  );
  if (row === undefined) throw notFound();
  if (row.contact_id !== null) await tx.one(lockContact(ctx, row.contact_id));
  return row.legal_hold;
}

/** The contact's own hold; the row stays as it is until the transaction ends. */
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

/** What the audit log keeps: the reason is free words, and stays with the call. */
const viewOf = ({ environment }: Ctx, held: boolean) => ({ environment, legal_hold: held });

/**
 * Keeps a call from being deleted, until an owner releases it. A new reason takes the place of the former; the same again
 * leaves no trace. Throws `not_found`.
 */
export async function holdCall(ctx: Ctx, id: string, { reason }: HoldCall): Promise<Call> {
  await mutate(ctx, async (tx) => {
    const before = await holdOf(tx, ctx, id);
    if (before === reason) return { result: undefined, audit: null };
    await tx.all(setHold(ctx, id, reason));
    const audit = {
      action: "call.legal_hold_placed",
      target: id,
      before: viewOf(ctx, before !== null),
      after: viewOf(ctx, true),
    };
    return { result: undefined, audit };
  });
  return readCall(ctx, id);
}

/** Releases a call from its legal hold, if there is one. Throws `not_found`. */
export async function releaseCall(ctx: Ctx, id: string): Promise<void> {
  await mutate(ctx, async (tx) => {
    const before = await holdOf(tx, ctx, id);
    if (before === null) return { result: undefined, audit: null };
    await tx.all(setHold(ctx, id, null));
    const audit = {
      action: "call.legal_hold_released",
      target: id,
      before: viewOf(ctx, true),
      after: viewOf(ctx, false),
    };
    return { result: undefined, audit };
  });
}

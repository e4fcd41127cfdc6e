import type { Compilable } from "kysely";
import type { SuppressionAction } from "@/lib/calls/conversation";
import {
  type OptOut,
  optOutStatements,
  selectSuppressedElsewhere,
  undoOptOutStatements,
} from "@/lib/contacts/consent";
import type { Ctx } from "@/lib/platform/context";
import { isUnlocked, type Sealer, subjectSealer } from "@/lib/platform/crypto";
import type { FullRow } from "./row";

/** The contact whose ledger stores the opt-out. Null if there is no contact or its ledger cannot be opened. */
async function ledgerContactOf(ctx: Ctx, row: FullRow, sealer: Sealer): Promise<OptOut["contact"]> {
  const { contact_id: id, subject_id: subject } = row;
  // A call without a transcript has its own key, but the ledger is sealed with the contact's key. If the workspace's
  // external key is withdrawn, the ledger cannot be opened, but the suppression is stored anyway.
  if (id === null || !(await isUnlocked(ctx.workspaceId))) return null;
  return { id, sealer: subject === id ? sealer : await subjectSealer(ctx.workspaceId, id) };
}

/**
 * Statements that suppress the caller's number for calls and texts, effective immediately, or lift this
 * call's suppression. Empty without contact changes or without a number.
 */
export async function optOutDeeds(
  ctx: Ctx,
  row: FullRow,
  sealer: Sealer,
  contactChanges: readonly SuppressionAction[],
): Promise<Compilable<unknown>[]> {
  const { contact_hash: hash, id: callId } = row;
  if (contactChanges.length === 0 || hash === null) return [];
  const optOut = { hash, callId, contact: await ledgerContactOf(ctx, row, sealer) };
  return contactChanges.flatMap((contactChange) =>
    contactChange === "suppress" ? optOutStatements(ctx, optOut) : undoOptOutStatements(ctx, optOut),
  );
}

/** Whether the caller's number is also suppressed by another source, so that undoing this call's opt-out does not lift it. */
export async function isSuppressedElsewhere(ctx: Ctx, row: FullRow): Promise<boolean> {
  const { contact_hash: hash, id } = row;
  if (hash === null) return false;
  const rows = await ctx.db.all(selectSuppressedElsewhere(ctx, hash, id, ctx.now()));
  return rows.length > 0;
}

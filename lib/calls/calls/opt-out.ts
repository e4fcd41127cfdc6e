import type { Compilable } from "kysely";
import type { Deed } from "@/lib/calls/conversation";
import {
  type OptOut,
  optOutStatements,
  selectSuppressedElsewhere,
  takeBackStatements,
} from "@/lib/contacts/consent";
import type { Ctx } from "@/lib/platform/context";
import { isUnlocked, type Sealer, subjectSealer } from "@/lib/platform/crypto";
import type { FullRow } from "./row";

/** The contact whose ledger the wish goes into; null without one, or while their ledger cannot be opened. */
async function contactOf(ctx: Ctx, row: FullRow, sealer: Sealer): Promise<OptOut["contact"]> {
  const { contact_id: id, subject_id: subject } = row;
  // A call has a key of its own where nothing of it is to be kept; the ledger is the contact's. While the workspace's own
  // key is withdrawn the ledger cannot be opened, and the suppression holds all the same.
  if (id === null || !(await isUnlocked(ctx.workspaceId))) return null;
  return { id, sealer: subject === id ? sealer : await subjectSealer(ctx.workspaceId, id) };
}

/**
 * The statements that suppress the number of a call's other side from this second, by call and text, or lift what this
 * call suppressed; none where nobody asked for either, or there is no number.
 */
export async function optOutDeeds(
  ctx: Ctx,
  row: FullRow,
  sealer: Sealer,
  deeds: readonly Deed[],
): Promise<Compilable<unknown>[]> {
  const { contact_hash: hash, id: callId } = row;
  if (deeds.length === 0 || hash === null) return [];
  const optOut = { hash, callId, contact: await contactOf(ctx, row, sealer) };
  return deeds.flatMap((deed) =>
    deed === "suppress" ? optOutStatements(ctx, optOut) : takeBackStatements(ctx, optOut),
  );
}

/** Whether something other than this call suppresses the number of its other side, so that an undo does not free it. */
export async function isSuppressedElsewhere(ctx: Ctx, row: FullRow): Promise<boolean> {
  const { contact_hash: hash, id } = row;
  if (hash === null) return false;
  const rows = await ctx.db.all(selectSuppressedElsewhere(ctx, hash, id, ctx.now()));
  return rows.length > 0;
}

import { setTimeout as pause } from "node:timers/promises";
import { clearUnreadableFields, rekeyContact } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { db, json, type Tx, writeUnaudited } from "@/lib/platform/db";
import { emptyCalls } from "./empty-calls";
import { emptyRest } from "./empty-rest";
import { isNothing, NOTHING, type Row, selectDeletions, sumOf } from "./row";
import type { Deletion, Removed } from "./schema";
import { anyOf, type CallToClear } from "./scope";
import { callsOf, selectContacts, selectHeldCall } from "./target";

/** The result of a pass: a blocking legal hold, or the removed amounts. */
type PassResult = { hold: NonNullable<Deletion["blocked_by"]> } | { removed: Removed };
/** The locked rows of a transaction, or the result that ends the pass: a hold, or a complete deletion. */
type LockedTarget = { row: Row; contactIds: string[] } | { ended: PassResult };

/** Calls cleared per transaction: some tens of milliseconds for long conversations. */
const CALLS = 20;
/** Pause after each transaction, as a multiple of its duration, so that the database mostly serves others. */
const PAUSE_FACTOR = 3;
const MOST_REST_MS = 1_000;

/** Takes the locks, always in this order, and checks for a hold on the contacts. */
async function lockTarget(tx: Tx, ctx: Ctx, id: string): Promise<LockedTarget> {
  const row = (await tx.first(selectDeletions(ctx.workspaceId).where("id", "=", id).forNoKeyUpdate())) as
    | Row
    | undefined;
  if (row === undefined || row.completed_at !== null) return { ended: { removed: NOTHING } };
  const contacts = await tx.all(selectContacts(ctx, row).forUpdate());
  if (contacts.some(({ legal_hold: hold }) => hold !== null)) return { ended: { hold: "contact_hold" } };
  return { row, contactIds: contacts.map((contact) => contact.id) };
}

/** Their calls with content, locked until the transaction ends. */
const lockOpenCalls = (ctx: Ctx, row: Row) =>
  callsOf(ctx, row)
    .select(["calls.id", "calls.subject_id", "calls.settled_at", "calls.direction", "calls.legal_hold"])
    .where("calls.erased_at", "is", null)
    .forNoKeyUpdate();

/**
 * Adds a transaction's removed amounts to a deletion. After the first pass, any removed data defers the
 * verifying pass.
 */
const addAmounts = (
  ctx: Ctx,
  { id, removed: before, removed_at: at }: Row,
  removed: Removed,
  more: { passes?: number; removed_at?: string } = {},
) =>
  db
    .updateTable("deletions")
    .set({
      status: "running",
      blocked_by: null,
      removed: json(sumOf(before, removed)),
      ...(at !== null && !isNothing(removed) && { removed_at: ctx.now() }),
      ...more,
    })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id);

/** Clears some calls, and adds the amounts to the deletion. */
const clearCalls = (ctx: Ctx, id: string, ids: readonly string[]): Promise<PassResult> =>
  writeUnaudited(ctx, async (tx) => {
    const locked = await lockTarget(tx, ctx, id);
    if ("ended" in locked) return locked.ended;
    const calls = (await tx.all(
      lockOpenCalls(ctx, locked.row).where("calls.id", "=", anyOf(ids)),
    )) as CallToClear[];
    // Each transaction checks its own calls for holds; checking all calls each time would be quadratic.
    if (calls.some(({ legal_hold: hold }) => hold !== null)) return { hold: "call_hold" };
    const removed = await emptyCalls(tx, ctx.workspaceId, calls, ctx.now());
    await tx.all(addAmounts(ctx, locked.row, removed));
    return { removed };
  });

/** Clears all remaining data, destroys the contacts' keys, and records the pass. */
const clearRemaining = (ctx: Ctx, id: string): Promise<PassResult> =>
  writeUnaudited(ctx, async (tx) => {
    const locked = await lockTarget(tx, ctx, id);
    if ("ended" in locked) return locked.ended;
    const { row, contactIds } = locked;
    if ((await tx.first(selectHeldCall(ctx, row))) !== undefined) return { hold: "call_hold" };
    const { workspaceId } = ctx;
    const now = ctx.now();
    const calls = (await tx.all(lockOpenCalls(ctx, row))) as CallToClear[];
    const amounts = sumOf(
      await emptyCalls(tx, workspaceId, calls, now),
      await emptyRest(tx, { workspaceId, contactIds, row }),
    );
    // The first pass always destroys the key, as older backups contain data that has expired since.
    const isFirst = row.removed_at === null;
    const rekeys = isFirst || !isNothing(amounts);
    if (rekeys) for (const contactId of contactIds) await rekeyContact(tx, ctx, contactId);
    if (!isFirst) for (const contactId of contactIds) await clearUnreadableFields(tx, ctx, contactId);
    const removed = sumOf(amounts, { keys: rekeys ? contactIds.length : 0 });
    await tx.all(
      addAmounts(ctx, row, removed, { passes: row.passes + 1, ...(isFirst && { removed_at: now }) }),
    );
    return { removed };
  });

/**
 * One pass: clears all data of the number, destroys its keys, and adds the amounts to the deletion. Many
 * calls are cleared in batches with pauses; new and other data in the transaction that ends the pass. If the
 * process dies, the next one continues. The bytes of recordings follow (`removeRecordings`). Under a legal
 * hold nothing changes; a hold placed during a pass stops it.
 */
export async function runErasurePass(ctx: Ctx, { id, ...target }: Row): Promise<PassResult> {
  const open = await ctx.db.all(
    callsOf(ctx, target).select("calls.id").where("calls.erased_at", "is", null).orderBy("calls.id"),
  );
  let removed = NOTHING;
  for (let from = 0; from + CALLS < open.length; from += CALLS) {
    const startedAtMs = performance.now();
    const some = await clearCalls(
      ctx,
      id,
      open.slice(from, from + CALLS).map((call) => call.id),
    );
    if ("hold" in some) return some;
    removed = sumOf(removed, some.removed);
    const pauseMs = Math.min(PAUSE_FACTOR * (performance.now() - startedAtMs), MOST_REST_MS);
    await pause(pauseMs, undefined, { signal: ctx.signal });
  }
  const remainingResult = await clearRemaining(ctx, id);
  return "hold" in remainingResult ? remainingResult : { removed: sumOf(removed, remainingResult.removed) };
}

import { setTimeout as pause } from "node:timers/promises";
import { healContact, rekeyContact } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { db, json, record, type Tx } from "@/lib/platform/db";
import { emptyCalls } from "./empty-calls";
import { emptyRest } from "./empty-rest";
import { isNothing, NOTHING, type Row, selectDeletions, sumOf } from "./row";
import type { Deletion, Removed } from "./schema";
import { anyOf, type CallFound } from "./scope";
import { callsOf, selectContacts, selectHeldCall } from "./target";

/** What a pass came to: a legal hold that stands against it, or how much it removed. */
type Wiped = { held: NonNullable<Deletion["blocked_by"]> } | { removed: Removed };
/** What a transaction of it works on, held until that ends; or what ends the pass there: a hold, or that it is complete. */
type Taken = { row: Row; contactIds: string[] } | { ended: Wiped };

/** Calls that one transaction empties: some tens of milliseconds where conversations are long. */
const CALLS = 20;
/** Rests behind a transaction, in its own length, so that a database that others use is theirs for most of the time. */
const RESTS = 3;
const MOST_REST_MS = 1_000;

/** Takes the locks, always in this order, and looks for a hold on the contacts. */
async function take(tx: Tx, ctx: Ctx, id: string): Promise<Taken> {
  const row = (await tx.one(selectDeletions(ctx.workspaceId).where("id", "=", id).forUpdate())) as
    | Row
    | undefined;
  if (row === undefined || row.completed_at !== null) return { ended: { removed: NOTHING } };
  const contacts = await tx.all(selectContacts(ctx, row).forUpdate());
  if (contacts.some(({ legal_hold: hold }) => hold !== null)) return { ended: { held: "contact_hold" } };
  return { row, contactIds: contacts.map((contact) => contact.id) };
}

/** Their calls that are not emptied yet, held until the transaction ends. */
const openCalls = (ctx: Ctx, row: Row) =>
  callsOf(ctx, row)
    .select(["calls.id", "calls.subject_id", "calls.settled_at", "calls.direction", "calls.legal_hold"])
    .where("calls.erased_at", "is", null)
    .forUpdate();

/** Adds to a deletion what a transaction removed. Behind the first pass, whatever is found puts off the look that completes it. */
const added = (
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

/** Empties some calls, and adds them to the deletion. */
const wipeSome = (ctx: Ctx, id: string, ids: readonly string[]): Promise<Wiped> =>
  record(ctx, async (tx) => {
    const taken = await take(tx, ctx, id);
    if ("ended" in taken) return taken.ended;
    const calls = (await tx.all(openCalls(ctx, taken.row).where("calls.id", "=", anyOf(ids)))) as CallFound[];
    // Whoever takes the others looks at theirs; to look at all of them each time would grow with their square.
    if (calls.some(({ legal_hold: hold }) => hold !== null)) return { held: "call_hold" };
    const removed = await emptyCalls(tx, ctx.workspaceId, calls, ctx.now());
    await tx.all(added(ctx, taken.row, removed));
    return { removed };
  });

/** Empties all that is left, destroys the contacts' keys, and notes that the pass was made. */
const wipeRest = (ctx: Ctx, id: string): Promise<Wiped> =>
  record(ctx, async (tx) => {
    const taken = await take(tx, ctx, id);
    if ("ended" in taken) return taken.ended;
    const { row, contactIds } = taken;
    if ((await tx.one(selectHeldCall(ctx, row))) !== undefined) return { held: "call_hold" };
    const { workspaceId } = ctx;
    const now = ctx.now();
    const calls = (await tx.all(openCalls(ctx, row))) as CallFound[];
    const found = sumOf(
      await emptyCalls(tx, workspaceId, calls, now),
      await emptyRest(tx, { workspaceId, contactIds, row }),
    );
    // The first pass destroys the key in any case: older backups hold what has gone by its clock since.
    const isFirst = row.removed_at === null;
    const rekeys = isFirst || !isNothing(found);
    if (rekeys) for (const contactId of contactIds) await rekeyContact(tx, ctx, contactId);
    if (!isFirst) for (const contactId of contactIds) await healContact(tx, ctx, contactId);
    const removed = sumOf(found, { keys: rekeys ? contactIds.length : 0 });
    await tx.all(added(ctx, row, removed, { passes: row.passes + 1, ...(isFirst && { removed_at: now }) }));
    return { removed };
  });

/**
 * One pass: everything that there is of the number is emptied, its keys are destroyed, and how much it was is added to the
 * deletion. Many calls go some at a time, with rests; what has come meanwhile, and everything else, in the transaction
 * that ends the pass. Of a process that dies in between, the next goes on. The bytes of recordings go behind it
 * (`removeSounds`). Nothing is changed under a legal hold; one that is placed during a pass stops it where it is.
 */
export async function wipe(ctx: Ctx, { id, ...whom }: Row): Promise<Wiped> {
  const open = await ctx.db.all(
    callsOf(ctx, whom).select("calls.id").where("calls.erased_at", "is", null).orderBy("calls.id"),
  );
  let removed = NOTHING;
  for (let from = 0; from + CALLS < open.length; from += CALLS) {
    const began = performance.now();
    const some = await wipeSome(
      ctx,
      id,
      open.slice(from, from + CALLS).map((call) => call.id),
    );
    if ("held" in some) return some;
    removed = sumOf(removed, some.removed);
    const rest = Math.min(RESTS * (performance.now() - began), MOST_REST_MS);
    await pause(rest, undefined, { signal: ctx.signal });
  }
  const rest = await wipeRest(ctx, id);
  return "held" in rest ? rest : { removed: sumOf(removed, rest.removed) };
}

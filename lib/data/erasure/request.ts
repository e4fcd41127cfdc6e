import { parseContactRef } from "@/lib/contacts/contacts";
import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx, violatedConstraint } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { notifyDeletionResult } from "./notify-deletion-result";
import { type Row, selectDeletions, toDeletion } from "./row";
import { enqueueErasure } from "./run-job";
import type { Deletion } from "./schema";
import { findLegalHold, hasRemainingData, selectHeldCall } from "./target";

/**
 * Source: spec.md, "Limits": completed within 30 days. The job runs immediately; this is the promised limit.
 */
const DUE_MS = 30 * 24 * 3_600_000;
/** A number has at most one deletion in progress (the retention and erasure migration). */
const ONE = "deletions_one_unfinished";

type RequestedTarget = { contact_hash: Buffer; contact_id: string | null; isOnHold: boolean };

/**
 * Resolves a reference to its target. An unknown number has a target too, so that the response does not
 * reveal who is a contact.
 */
async function resolveTarget(tx: Tx, ctx: Ctx, ref: string): Promise<RequestedTarget> {
  const of = await parseContactRef(ctx, ref);
  const contacts = db
    .selectFrom("contacts")
    .select(["id", "number_hash", "legal_hold"])
    .where("workspace_id", "=", ctx.workspaceId)
    .where("environment", "=", ctx.environment);
  const row = await tx.first(
    "id" in of ? contacts.where("id", "=", of.id) : contacts.where("number_hash", "=", of.hash),
  );
  if (row !== undefined)
    return { contact_hash: row.number_hash, contact_id: row.id, isOnHold: row.legal_hold !== null };
  if ("id" in of) throw notFound();
  return { contact_hash: of.hash, contact_id: null, isOnHold: false };
}

const latestOf = (ctx: Ctx, hash: Buffer) =>
  selectDeletions(ctx.workspaceId)
    .where("environment", "=", ctx.environment)
    .where("contact_hash", "=", hash)
    .orderBy("requested_at", "desc")
    .orderBy("id", "desc")
    .limit(1);

/**
 * The deletion to return for a repeated request: one in progress, or a completed one without new data since.
 */
async function findCurrentDeletion(tx: Tx, ctx: Ctx, target: RequestedTarget): Promise<Row | null> {
  const row = (await tx.first(latestOf(ctx, target.contact_hash))) as Row | undefined;
  if (row === undefined) return null;
  const erasureTarget = { environment: ctx.environment, contact_hash: target.contact_hash };
  return row.completed_at === null || !(await hasRemainingData(tx, ctx, erasureTarget)) ? row : null;
}

/** Resumes the deletion, and unblocks it if its hold was released since. */
async function resumeDeletion(tx: Tx, ctx: Ctx, row: Row): Promise<Row> {
  const job = enqueueErasure(ctx.workspaceId, row.id, ctx.now());
  const isFree = row.status === "blocked" && (await findLegalHold({ ...ctx, db: tx }, row)) === null;
  if (!isFree) {
    await tx.all(job);
    return row;
  }
  const free = { status: "scheduled", blocked_by: null } as const;
  await tx.batch(
    db
      .updateTable("deletions")
      .set(free)
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", row.id),
    job,
  );
  return { ...row, ...free };
}

async function ask(ctx: Ctx, ref: string): Promise<Deletion> {
  return writeAudited(ctx, async (tx) => {
    const target = await resolveTarget(tx, ctx, ref);
    const current = await findCurrentDeletion(tx, ctx, target);
    if (current !== null) {
      const row = current.completed_at === null ? await resumeDeletion(tx, ctx, current) : current;
      return { result: toDeletion(row), audit: null };
    }
    const now = ctx.now();
    const erasureTarget = { environment: ctx.environment, contact_hash: target.contact_hash };
    const heldCall = target.isOnHold ? undefined : await tx.first(selectHeldCall(ctx, erasureTarget));
    const blockedBy = target.isOnHold ? "contact_hold" : heldCall === undefined ? null : "call_hold";
    const row: Row = {
      id: newId("del", Date.parse(now)),
      environment: ctx.environment,
      contact_id: target.contact_id,
      contact_hash: target.contact_hash,
      status: blockedBy === null ? "scheduled" : "blocked",
      blocked_by: blockedBy,
      requested_by: ctx.actor.id,
      requested_at: now,
      due_by: plusMs(now, DUE_MS),
      started_at: null,
      removed_at: null,
      completed_at: null,
      passes: 0,
      removed: {},
      data_backups_expire_by: null,
      key_backups_expire_by: null,
      receipt: null,
    };
    const { removed: _, receipt: __, ...columns } = row;
    await tx.batch(
      db.insertInto("deletions").values({ ...columns, workspace_id: ctx.workspaceId }),
      enqueueErasure(ctx.workspaceId, row.id, now),
      ...(blockedBy === null
        ? []
        : [notifyDeletionResult(ctx, row, { kind: "deletion.blocked", stage: blockedBy })]),
    );
    const after = { environment: ctx.environment, contact_id: target.contact_id, blocked_by: blockedBy };
    return { result: toDeletion(row), audit: { action: "deletion.requested", target: row.id, after } };
  });
}

/**
 * Requests the erasure of all data of a contact's conversations, on every channel; a job erases it within
 * minutes. The contact, their consents and suppression stay. A repeated request returns the same deletion
 * while it runs, or if there is no new data. Throws `not_found` for an unknown ID; an unknown number is
 * accepted.
 */
export async function eraseContactData(ctx: Ctx, ref: string): Promise<Deletion> {
  try {
    return await ask(ctx, ref);
  } catch (error) {
    if (violatedConstraint(error) !== ONE) throw error;
    // A concurrent request created the deletion: return that one.
    return ask(ctx, ref);
  }
}

import { refOf } from "@/lib/contacts/contacts";
import { mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx, violatedConstraint } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { type Row, selectDeletions, toDeletion } from "./row";
import { runJob } from "./run-job";
import type { Deletion } from "./schema";
import { heldBy, selectHeldCall, somethingLeft } from "./target";
import { toldOf } from "./told";

/** Source: spec.md, "Limits": completed within 30 days. It is run at once; this is what is promised. */
const DUE_MS = 30 * 24 * 3_600_000;
/** One number is erased by one deletion at a time (the retention and erasure migration). */
const ONE = "deletions_one";

type Asked = { contact_hash: Buffer; contact_id: string | null; held: boolean };

/** Whom a reference is about. An unknown number is somebody too, so that the answer tells nobody who is a contact. */
async function askedOf(tx: Tx, ctx: Ctx, ref: string): Promise<Asked> {
  const of = await refOf(ctx, ref);
  const contacts = db
    .selectFrom("contacts")
    .select(["id", "number_hash", "legal_hold"])
    .where("workspace_id", "=", ctx.workspaceId)
    .where("environment", "=", ctx.environment);
  const row = await tx.one(
    "id" in of ? contacts.where("id", "=", of.id) : contacts.where("number_hash", "=", of.hash),
  );
  if (row !== undefined)
    return { contact_hash: row.number_hash, contact_id: row.id, held: row.legal_hold !== null };
  if ("id" in of) throw notFound();
  return { contact_hash: of.hash, contact_id: null, held: false };
}

const latestOf = (ctx: Ctx, hash: Buffer) =>
  selectDeletions(ctx.workspaceId)
    .where("environment", "=", ctx.environment)
    .where("contact_hash", "=", hash)
    .orderBy("requested_at", "desc")
    .orderBy("id", "desc")
    .limit(1);

/** A deletion that goes on, or after which there is nothing new: it is the answer to whoever asks again. */
async function standing(tx: Tx, ctx: Ctx, asked: Asked): Promise<Row | null> {
  const row = (await tx.one(latestOf(ctx, asked.contact_hash))) as Row | undefined;
  if (row === undefined) return null;
  const whom = { environment: ctx.environment, contact_hash: asked.contact_hash };
  return row.completed_at === null || !(await somethingLeft(tx, ctx, whom)) ? row : null;
}

/** The deletion as it goes on: one whose hold was released since is blocked no more. */
async function goOn(tx: Tx, ctx: Ctx, row: Row): Promise<Row> {
  const job = runJob(ctx.workspaceId, row.id, ctx.now());
  const isFree = row.status === "blocked" && (await heldBy({ ...ctx, db: tx }, row)) === null;
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
  return mutate(ctx, async (tx) => {
    const asked = await askedOf(tx, ctx, ref);
    const stands = await standing(tx, ctx, asked);
    if (stands !== null) {
      const row = stands.completed_at === null ? await goOn(tx, ctx, stands) : stands;
      return { result: toDeletion(row), audit: null };
    }
    const now = ctx.now();
    const whom = { environment: ctx.environment, contact_hash: asked.contact_hash };
    const heldCall = asked.held ? undefined : await tx.one(selectHeldCall(ctx, whom));
    const blockedBy = asked.held ? "contact_hold" : heldCall === undefined ? null : "call_hold";
    const row: Row = {
      id: newId("del", Date.parse(now)),
      environment: ctx.environment,
      contact_id: asked.contact_id,
      contact_hash: asked.contact_hash,
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
      runJob(ctx.workspaceId, row.id, now),
      ...(blockedBy === null ? [] : [toldOf(ctx, row, { kind: "deletion.blocked", stage: blockedBy })]),
    );
    const after = { environment: ctx.environment, contact_id: asked.contact_id, blocked_by: blockedBy };
    return { result: toDeletion(row), audit: { action: "deletion.requested", target: row.id, after } };
  });
}

/**
 * Asks that everything is erased that is kept of a contact's conversations, in every channel; by a job, within minutes.
 * The contact, their consents and suppression stay. Asked again while it runs, or with nothing new since, it answers
 * the same deletion. Throws `not_found` for an id that is none; a number that nobody knows is taken.
 */
export async function eraseContactData(ctx: Ctx, ref: string): Promise<Deletion> {
  try {
    return await ask(ctx, ref);
  } catch (error) {
    if (violatedConstraint(error) !== ONE) throw error;
    // Somebody else asked at the same moment: theirs is the answer.
    return ask(ctx, ref);
  }
}

import { sql } from "kysely";
import { z } from "zod";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { type FieldRef, isUnlocked, lockExemptSealer } from "@/lib/platform/crypto";
import { db, type Tx, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";

/** Older texts are not answered (see `processInboundText`), so they are not kept. */
const MAX_AGE_MS = 24 * 3_600_000;
/**
 * Maximum deferred texts of a workspace, about a megabyte. It bounds the disk space that senders can fill.
 */
const MAX_DEFERRED = 1_000;
/** Maximum texts of one run of the job, so that other jobs get their turn. */
const MAX_AT_ONCE = 100;

/** An inbound text to a number of the workspace. */
export const InboundText = z.object({
  carrier: z.string(),
  /** The carrier's reference. A text that arrives twice is stored once. */
  ref: z.string(),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  /** The carrier has already answered the keyword. */
  answered: z.boolean(),
});
export type InboundText = z.output<typeof InboundText>;

const fieldRefOf = (id: string): FieldRef => ({ table: "deferred_texts", row: id, field: "sealed" });

/** The job that processes deferred texts after the workspace is unlocked. */
const deferredTextsJob = ({ workspaceId }: Ctx, runAt: string) =>
  enqueue("texts.deferred", { workspaceId }, { key: `held:${workspaceId}`, runAt });

/**
 * Defers an inbound text while the workspace is locked, once, for a day. The workspace's keys are not
 * available then, so the text is sealed with the installation's lock-exempt key. Texts over the limit are
 * dropped.
 */
export async function deferText(tx: Tx, ctx: Ctx, text: InboundText, hash: Buffer): Promise<void> {
  const { workspaceId } = ctx;
  const count = sql<number>`(select count(*) from deferred_texts where workspace_id = ${workspaceId})`;
  const capacity = await tx.first(db.selectNoFrom(sql<boolean>`${count} < ${MAX_DEFERRED}`.as("is_left")));
  if (capacity?.is_left !== true) return;
  const now = ctx.now();
  const id = newId("txt", Date.parse(now));
  const sealer = await lockExemptSealer(workspaceId);
  const row = {
    id,
    workspace_id: workspaceId,
    carrier: text.carrier,
    carrier_ref: text.ref,
    contact_hash: hash,
    sealed: sealer.seal(fieldRefOf(id), JSON.stringify(text)),
    created_at: now,
  };
  await tx.batch(
    db
      .insertInto("deferred_texts")
      .values(row)
      .onConflict((oc) => oc.columns(["carrier", "carrier_ref"]).doNothing()),
    deferredTextsJob(ctx, now),
  );
}

const selectDeferred = (workspaceId: string) =>
  db
    .selectFrom("deferred_texts")
    .select(["id", "sealed", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(MAX_AT_ONCE);

const deleteDeferred = (workspaceId: string) =>
  db.deleteFrom("deferred_texts").where("workspace_id", "=", workspaceId);

/**
 * Processes texts that arrived while the workspace was locked, in order and each as of its arrival. Texts
 * older than a day are deleted. Throws `workspace_locked` if the workspace is still locked and texts wait,
 * which defers the job. Safe to repeat, as a text is stored once.
 */
export async function receiveDeferred(
  ctx: Ctx,
  receive: (ctx: Ctx, text: InboundText) => Promise<unknown>,
): Promise<void> {
  const { workspaceId } = ctx;
  const since = plusMs(ctx.now(), -MAX_AGE_MS);
  const [, rows] = await writeUnaudited(ctx, {
    run: [deleteDeferred(workspaceId).where("created_at", "<", since), selectDeferred(workspaceId)],
  });
  if (rows.length === 0) return;
  if (!(await isUnlocked(workspaceId))) throw new AppError("texts_deferred");
  const sealer = await lockExemptSealer(workspaceId);
  for (const { id, sealed, created_at: at } of rows) {
    const text = InboundText.parse(JSON.parse(sealer.openText(fieldRefOf(id), sealed)));
    await receive({ ...ctx, now: () => at }, text);
    await writeUnaudited(ctx, { run: [deleteDeferred(workspaceId).where("id", "=", id)] });
  }
  if (rows.length === MAX_AT_ONCE) await writeUnaudited(ctx, { run: [deferredTextsJob(ctx, ctx.now())] });
}

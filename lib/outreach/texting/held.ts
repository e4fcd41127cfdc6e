import { sql } from "kysely";
import { z } from "zod";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { isUnlocked, type Place, standingSealer } from "@/lib/platform/crypto";
import { db, record, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";

/** What is older is not answered any more (see `takeText`), so that nobody would read it. */
const KEPT_MS = 24 * 3_600_000;
/** What a workspace keeps at once, about a megabyte: who writes to a locked one fills nobody's disk. */
const MAX_HELD = 1_000;
/** Of one run of the job: then the queue may do something else first. */
const MAX_AT_ONCE = 100;

/** A text that somebody wrote to a number of the workspace's. */
export const InboundText = z.object({
  carrier: z.string(),
  /** The carrier's reference: what comes twice is taken once. */
  ref: z.string(),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  /** The carrier has answered a keyword itself. */
  answered: z.boolean(),
});
export type InboundText = z.output<typeof InboundText>;

const placeOf = (id: string): Place => ({ table: "deferred_texts", row: id, field: "sealed" });

/** The job that takes in what is held, once the workspace is unlocked. */
const heldJob = ({ workspaceId }: Ctx, runAt: string) =>
  enqueue("texts.deferred", { workspaceId }, { key: `held:${workspaceId}`, runAt });

/**
 * Holds a text that came in while the workspace is locked, once, for a day. Nothing can be sealed with a key of the
 * workspace's then, so it lies under the standing key, which the installation has. What is over the limit is let go.
 */
export async function holdText(tx: Tx, ctx: Ctx, text: InboundText, hash: Buffer): Promise<void> {
  const { workspaceId } = ctx;
  const count = sql<number>`(select count(*) from deferred_texts where workspace_id = ${workspaceId})`;
  const room = await tx.one(db.selectNoFrom(sql<boolean>`${count} < ${MAX_HELD}`.as("is_left")));
  if (room?.is_left !== true) return;
  const now = ctx.now();
  const id = newId("txt", Date.parse(now));
  const sealer = await standingSealer(workspaceId);
  const row = {
    id,
    workspace_id: workspaceId,
    carrier: text.carrier,
    carrier_ref: text.ref,
    contact_hash: hash,
    sealed: sealer.seal(placeOf(id), JSON.stringify(text)),
    created_at: now,
  };
  await tx.batch(
    db
      .insertInto("deferred_texts")
      .values(row)
      .onConflict((oc) => oc.columns(["carrier", "carrier_ref"]).doNothing()),
    heldJob(ctx, now),
  );
}

const heldOf = (workspaceId: string) =>
  db
    .selectFrom("deferred_texts")
    .select(["id", "sealed", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(MAX_AT_ONCE);

const letGo = (workspaceId: string) =>
  db.deleteFrom("deferred_texts").where("workspace_id", "=", workspaceId);

/**
 * Takes in what came while the workspace was locked, in its order and each as of when it came, and lets go of what is
 * older than a day. Throws `workspace_locked` while it still is and something is held, which puts the job off. Safe to
 * repeat, as a text is taken once.
 */
export async function takeHeld(
  ctx: Ctx,
  receive: (ctx: Ctx, text: InboundText) => Promise<unknown>,
): Promise<void> {
  const { workspaceId } = ctx;
  const since = plusMs(ctx.now(), -KEPT_MS);
  const [, rows] = await record(ctx, {
    run: [letGo(workspaceId).where("created_at", "<", since), heldOf(workspaceId)],
  });
  if (rows.length === 0) return;
  if (!(await isUnlocked(workspaceId)))
    throw new AppError("workspace_locked", "Texts that came in wait until this workspace is unlocked.");
  const sealer = await standingSealer(workspaceId);
  for (const { id, sealed, created_at: at } of rows) {
    const text = InboundText.parse(JSON.parse(sealer.openText(placeOf(id), sealed)));
    await receive({ ...ctx, now: () => at }, text);
    await record(ctx, { run: [letGo(workspaceId).where("id", "=", id)] });
  }
  if (rows.length === MAX_AT_ONCE) await record(ctx, { run: [heldJob(ctx, ctx.now())] });
}

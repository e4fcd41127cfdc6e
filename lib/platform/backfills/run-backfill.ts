import { setTimeout as pause } from "node:timers/promises";
import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import type { BackfillName } from "./values";

/** Time of a run in each workspace; the next one begins with the next minute. */
const RUN_MS = 20_000;
/** A batch is followed by a pause as long as it took, so that requests have the database at least half of the time. */
const PAUSE_FACTOR = 1;

/** The next rows in key order: the statements that change some of them, and the last row that they cover. */
export type BackfillBatch = { last: string; processed: number; changes: Compilable<unknown>[] };

/** A change of stored rows that requests do not wait for: new code reads both forms, and writes the new one. */
export type Backfill = {
  name: BackfillName;
  /** Counts the workspace's rows to process, for the progress. */
  estimate(ctx: Ctx): Promise<number>;
  /** Reads the rows after `after`; null after the last one. Its statements must do nothing to rows that changed meanwhile. */
  nextBatch(ctx: Ctx, after: string | null): Promise<BackfillBatch | null>;
};

const selectProgress = ({ workspaceId }: Ctx, { name }: Backfill) =>
  db.selectFrom("backfills").where("workspace_id", "=", workspaceId).where("name", "=", name);

async function begin(ctx: Ctx, backfill: Backfill): Promise<void> {
  const now = ctx.now();
  const values = { workspace_id: ctx.workspaceId, name: backfill.name, started_at: now, updated_at: now };
  const estimate = await backfill.estimate(ctx);
  const insert = db.insertInto("backfills").values({ ...values, estimate });
  await writeUnaudited(ctx, { run: [insert.onConflict((conflict) => conflict.doNothing())] });
}

/**
 * Stores a batch and its progress in one transaction, so that a killed process repeats no stored batch and omits none. Returns
 * whether this run may continue: not if another one has stored this batch.
 */
async function store(
  ctx: Ctx,
  backfill: Backfill,
  { after, batch }: { after: string | null; batch: BackfillBatch | null },
): Promise<boolean> {
  return writeUnaudited(ctx, async (tx) => {
    const [row] = await tx.all(
      selectProgress(ctx, backfill).select(["after", "finished_at"]).forNoKeyUpdate(),
    );
    if (row === undefined || row.finished_at !== null || row.after !== after) return false;
    for (const change of batch?.changes ?? []) await tx.all(change);
    const progress =
      batch === null
        ? { finished_at: ctx.now() }
        : {
            after: batch.last,
            processed: sql<number>`processed + ${batch.processed}`,
            changed: sql<number>`changed + ${batch.changes.length}`,
          };
    const update = db.updateTable("backfills").set({ ...progress, updated_at: ctx.now() });
    await tx.all(update.where("workspace_id", "=", ctx.workspaceId).where("name", "=", backfill.name));
    return batch !== null;
  });
}

/**
 * Continues a backfill in a workspace, batch by batch, for 20 seconds or until it has finished. Safe to repeat, to run twice at
 * once and to kill. `runMs`: shorter in tests.
 */
export async function runBackfill(ctx: Ctx, backfill: Backfill, { runMs = RUN_MS } = {}): Promise<void> {
  const endMs = performance.now() + runMs;
  const read = async () =>
    (await ctx.db.all(selectProgress(ctx, backfill).select(["after", "finished_at"])))[0];
  let row = await read();
  if (row === undefined) {
    await begin(ctx, backfill);
    row = await read();
  }
  if (row === undefined || row.finished_at !== null) return;
  let after = row.after;
  for (;;) {
    const startedMs = performance.now();
    const batch = await backfill.nextBatch(ctx, after);
    if (!(await store(ctx, backfill, { after, batch }))) return;
    after = batch?.last ?? after;
    const nowMs = performance.now();
    if (ctx.signal.aborted || nowMs > endMs) return;
    await pause((nowMs - startedMs) * PAUSE_FACTOR);
  }
}

import { setTimeout as pause } from "node:timers/promises";
import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { hasOlderSessions } from "@/lib/platform/db/older-sessions";
import { log } from "@/lib/platform/log";
import type { BackfillName } from "./values";

/** A batch is followed by a pause as long as it took, so that requests have the database at least half of the time. */
const PAUSE_FACTOR = 1;

/** The next rows in key order: the statements that change some of them, and the last row that they cover. */
export type BackfillBatch = { last: string; processed: number; changes: Compilable<unknown>[] };

/** A change of stored rows that requests do not wait for: new code reads both forms, and writes the new one. */
export type Backfill = {
  name: BackfillName;
  /** The first migration that only releases have that write the new form. Older processes can write the former one. */
  since: string;
  /** Counts the workspace's rows to process, for the progress. Bounded: a lower number is enough. */
  estimate(ctx: Ctx): Promise<number>;
  /** Reads the rows after `after`; null after the last one. Its statements must do nothing to rows that changed meanwhile. */
  nextBatch(ctx: Ctx, after: string | null): Promise<BackfillBatch | null>;
};

const selectProgress = ({ workspaceId }: Ctx, { name }: Backfill) =>
  db.selectFrom("backfills").where("workspace_id", "=", workspaceId).where("name", "=", name);

/** Estimates the rows; 0 if that fails or takes too long, as the work does not depend on it. */
async function estimateRows(ctx: Ctx, backfill: Backfill): Promise<number> {
  try {
    return await backfill.estimate(ctx);
  } catch (error) {
    log.warn({ err: error, backfill: backfill.name }, "the rows of a backfill could not be estimated");
    return 0;
  }
}

async function begin(ctx: Ctx, backfill: Backfill): Promise<void> {
  const now = ctx.now();
  const values = { workspace_id: ctx.workspaceId, name: backfill.name, started_at: now, updated_at: now };
  const estimate = await estimateRows(ctx, backfill);
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
 * Lets the next run begin with the first row, since older processes can write rows in the former form. `updated_at` is that of the
 * last batch, so that no run counts as in progress.
 */
export async function restartBackfill(ctx: Ctx, { name }: Pick<Backfill, "name">): Promise<void> {
  const start = { after: null, finished_at: null, processed: 0, changed: 0, started_at: ctx.now() };
  const update = db
    .updateTable("backfills")
    .set(start)
    .where("workspace_id", "=", ctx.workspaceId)
    .where("name", "=", name)
    .where((row) => row.or([row("after", "is not", null), row("finished_at", "is not", null)]));
  await writeUnaudited(ctx, { run: [update] });
}

/**
 * Continues a backfill in a workspace, batch by batch, until `endMs` of `performance.now()` or until it has finished. It does not
 * finish while older processes are connected, but starts again. Safe to repeat, to run twice at once and to kill.
 */
export async function runBackfill(ctx: Ctx, backfill: Backfill, { endMs }: { endMs: number }): Promise<void> {
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
    if (batch === null && (await hasOlderSessions(backfill.since))) return restartBackfill(ctx, backfill);
    if (!(await store(ctx, backfill, { after, batch }))) return;
    after = batch?.last ?? after;
    const nowMs = performance.now();
    if (ctx.signal.aborted || nowMs > endMs) return;
    await pause((nowMs - startedMs) * PAUSE_FACTOR);
  }
}

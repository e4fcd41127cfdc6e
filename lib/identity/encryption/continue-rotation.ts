import { type Compilable, sql } from "kysely";
import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { forgetWorkspaceKeys, KEYS_TTL_MS, workspaceKeys } from "@/lib/platform/crypto";
import { db, type Tx, writeUnaudited } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { resealColumn, rewrapSubjectKeys } from "./reseal-batches";
import { RESEALED_COLUMNS } from "./sealed-columns";
import { enqueueRotation } from "./start-rotation";

/** Batches per run of the job, so that the queue can run other jobs in between. */
const MAX_BATCHES = 50;
/** Delay before the next pass over rows that were locked or uncommitted; it doubles with each pass. */
const RETRY_MS = 15_000;
const MAX_RETRY_MS = 3_600_000;

type ActiveRotation = { version: number; cursor: string; passes: number };

const readActiveRotation = (ctx: Ctx) =>
  ctx.db.first(
    db
      .selectFrom("key_rotations as r")
      .innerJoin("workspace_keys as k", (on) =>
        on
          .onRef("k.workspace_id", "=", "r.workspace_id")
          .onRef("k.version", "=", "r.version")
          .on("k.purpose", "=", "data"),
      )
      .select(["r.version", "r.cursor", "r.passes"])
      // Every process seals with this version: caches that do not know it have expired.
      .select(
        sql<boolean>`coalesce(k.active_from, k.created_at) < now() - ${KEYS_TTL_MS} * interval '1 ms'`.as(
          "is_active_everywhere",
        ),
      )
      .where("r.workspace_id", "=", ctx.workspaceId)
      .where("r.completed_at", "is", null),
  );

const updateProgress = (
  ctx: Ctx,
  { version }: ActiveRotation,
  change: { done?: number; cursor?: string; passes?: number },
) => {
  const { done = 0, ...set } = change;
  return db
    .updateTable("key_rotations")
    .set({ ...set, done: sql<number>`done + ${done}` })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("version", "=", version);
};

const rescheduleRotation = (ctx: Ctx, afterMs: number) =>
  enqueueRotation(ctx.workspaceId, plusMs(ctx.now(), afterMs));

/** Selects the previous data keys. Locking them waits for transactions that seal with one of them. */
const selectFormerKeys = (ctx: Ctx, version: number) =>
  db
    .selectFrom("workspace_keys")
    .select("version")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("purpose", "=", "data")
    .where("version", "<", version);

/** Counts the values that are still sealed with a previous key. */
function countRemaining(ctx: Ctx, version: number): Compilable<{ n: number }> {
  const where = sql`workspace_id = ${ctx.workspaceId}`;
  const counts = [
    sql`(select count(*) from subject_keys where ${where} and key_version < ${version})`,
    ...RESEALED_COLUMNS.map(
      ({ table, column }) =>
        sql`(select count(*) from ${sql.table(table)} where ${where} and sealed_key_version(${sql.ref(column)}) between 1 and ${version - 1})`,
    ),
  ];
  return db.selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as("n"));
}

/**
 * Destroys the previous keys and completes the rotation if no value uses them any more. Returns false if some
 * value still does: it was locked during the pass or committed after it.
 */
async function finishRotation(ctx: Ctx, { version }: ActiveRotation): Promise<boolean> {
  const isFinished = await writeAudited(ctx, async (tx: Tx) => {
    // `lock_data_key` holds FOR KEY SHARE until a sealed value is committed. Only FOR UPDATE waits for that.
    await tx.all(selectFormerKeys(ctx, version).forUpdate());
    // A separate statement, as it must see what was committed while waiting for the locks.
    const [remaining] = await tx.all(countRemaining(ctx, version));
    if (remaining === undefined || remaining.n > 0) return { result: false, audit: null };
    const [destroyed] = await tx.batch(
      db
        .deleteFrom("workspace_keys")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("purpose", "=", "data")
        .where("version", "<", version)
        .returning("version"),
      db
        .updateTable("key_rotations")
        .set({ completed_at: ctx.now(), done: sql<number>`greatest(done, total)` })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("version", "=", version),
    );
    const versions = destroyed.map((row) => row.version);
    const audit = {
      action: "encryption.rotated",
      target: ctx.workspaceId,
      after: { version, destroyed: versions },
    };
    return { result: true, audit };
  });
  if (isFinished) forgetWorkspaceKeys(ctx.workspaceId);
  return isFinished;
}

/**
 * Reseals a bounded number of values from previous data keys to the newest one, and schedules the next run
 * until none is left. Then it destroys the previous keys. It can be repeated or killed at any point: each
 * batch is one transaction, an erased subject has no row to restore, and concurrent changes of a value are
 * not overwritten.
 */
export async function continueRotation(ctx: Ctx): Promise<void> {
  const rotation = await readActiveRotation(ctx);
  if (rotation === undefined) return;
  if (!rotation.is_active_everywhere)
    return void (await writeUnaudited(ctx, { run: [rescheduleRotation(ctx, RETRY_MS)] }));
  if ((await workspaceKeys(ctx.workspaceId)).newest < rotation.version) forgetWorkspaceKeys(ctx.workspaceId);
  const { sealer, newest } = await workspaceKeys(ctx.workspaceId);
  if (newest !== rotation.version)
    return void (await writeUnaudited(ctx, { run: [rescheduleRotation(ctx, RETRY_MS)] }));

  let { cursor } = rotation;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const isPassComplete = await writeUnaudited(ctx, async (tx) => {
      const { last, done } = await rewrapSubjectKeys(tx, ctx.workspaceId, sealer, {
        version: newest,
        cursor,
      });
      if (last === null) return true;
      cursor = last;
      await tx.all(updateProgress(ctx, rotation, { done, cursor }));
      return false;
    });
    if (!isPassComplete) continue;
    return finishPass(ctx, rotation);
  }
  await writeUnaudited(ctx, { run: [rescheduleRotation(ctx, 0)] });
}

/** Ends a pass over all subjects: reseals the few other columns and tries to finish the rotation. */
async function finishPass(ctx: Ctx, rotation: ActiveRotation): Promise<void> {
  const { sealer } = await workspaceKeys(ctx.workspaceId);
  for (const column of RESEALED_COLUMNS) {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const done = await writeUnaudited(ctx, async (tx) => {
        const changed = await resealColumn(tx, ctx.workspaceId, sealer, column, rotation.version);
        await tx.all(updateProgress(ctx, rotation, { done: changed }));
        return changed;
      });
      if (done === 0) break;
    }
  }
  if (await finishRotation(ctx, rotation)) return;
  const passes = rotation.passes + 1;
  log.info(
    { workspaceId: ctx.workspaceId, passes },
    "a rotation starts another pass for values that were locked",
  );
  await writeUnaudited(ctx, {
    run: [
      updateProgress(ctx, rotation, { cursor: "", passes }),
      rescheduleRotation(ctx, Math.min(RETRY_MS * 2 ** rotation.passes, MAX_RETRY_MS)),
    ],
  });
}

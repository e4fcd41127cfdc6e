import { type Compilable, sql } from "kysely";
import { mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { forgetWorkspaceKeys, KEYS_TTL_MS, workspaceKeys } from "@/lib/platform/crypto";
import { db, record, type Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { resealColumn, rewrapSubjects } from "./batches";
import { RESEALED } from "./sealed";
import { rotateJob } from "./start";

/** Batches of one run of the job: then the queue may do something else first. */
const BATCHES = 50;
/** What was locked or not committed yet as a pass went by is looked at again after this, doubled with each pass. */
const AGAIN_MS = 15_000;
const MAX_AGAIN_MS = 3_600_000;

type Going = { version: number; cursor: string; passes: number };

const going = (ctx: Ctx) =>
  ctx.db.one(
    db
      .selectFrom("key_rotations as r")
      .innerJoin("workspace_keys as k", (on) =>
        on
          .onRef("k.workspace_id", "=", "r.workspace_id")
          .onRef("k.version", "=", "r.version")
          .on("k.purpose", "=", "data"),
      )
      .select(["r.version", "r.cursor", "r.passes"])
      // Every process seals with it: the last that did not know has forgotten what it knew.
      .select(
        sql<boolean>`coalesce(k.active_from, k.created_at) < now() - ${KEYS_TTL_MS} * interval '1 ms'`.as(
          "settled",
        ),
      )
      .where("r.workspace_id", "=", ctx.workspaceId)
      .where("r.completed_at", "is", null),
  );

const noted = (ctx: Ctx, { version }: Going, change: { done?: number; cursor?: string; passes?: number }) => {
  const { done = 0, ...set } = change;
  return db
    .updateTable("key_rotations")
    .set({ ...set, done: sql<number>`done + ${done}` })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("version", "=", version);
};

const again = (ctx: Ctx, afterMs: number) => rotateJob(ctx.workspaceId, plusMs(ctx.now(), afterMs));

/** The statements that lock the former keys, so that whoever seals with one of them has committed or waits. */
const formerKeys = (ctx: Ctx, version: number) =>
  db
    .selectFrom("workspace_keys")
    .select("version")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("purpose", "=", "data")
    .where("version", "<", version);

/** How many values are under a former key still, as of now. */
function left(ctx: Ctx, version: number): Compilable<{ n: number }> {
  const where = sql`workspace_id = ${ctx.workspaceId}`;
  const counts = [
    sql`(select count(*) from subject_keys where ${where} and key_version < ${version})`,
    ...RESEALED.map(
      ({ table, column }) =>
        sql`(select count(*) from ${sql.table(table)} where ${where} and box_version(${sql.ref(column)}) between 1 and ${version - 1})`,
    ),
  ];
  return db.selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as("n"));
}

/**
 * Destroys the former keys once nothing is under them, and says that the rotation is done. False where something still
 * is: it was locked as it was looked at, or committed after.
 */
async function finish(ctx: Ctx, { version }: Going): Promise<boolean> {
  const finished = await mutate(ctx, async (tx: Tx) => {
    await tx.all(formerKeys(ctx, version).forUpdate());
    // A statement of its own, as it must see what was committed while the locks were waited for.
    const [found] = await tx.all(left(ctx, version));
    if (found === undefined || found.n > 0) return { result: false, audit: null };
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
  if (finished) forgetWorkspaceKeys(ctx.workspaceId);
  return finished;
}

/**
 * Changes a bounded part of what is under former data keys to the newest, and goes on by another job until nothing is;
 * then the former keys are destroyed. Safe to repeat and to be killed: each batch is one transaction, an erased subject
 * has no row that could come back, and a value that somebody changes meanwhile is left as they wrote it.
 */
export async function continueRotation(ctx: Ctx): Promise<void> {
  const rotation = await going(ctx);
  if (rotation === undefined) return;
  if (!rotation.settled) return void (await record(ctx, { run: [again(ctx, AGAIN_MS)] }));
  if ((await workspaceKeys(ctx.workspaceId)).newest < rotation.version) forgetWorkspaceKeys(ctx.workspaceId);
  const { sealer, newest } = await workspaceKeys(ctx.workspaceId);
  if (newest !== rotation.version) return void (await record(ctx, { run: [again(ctx, AGAIN_MS)] }));

  let { cursor } = rotation;
  for (let batch = 0; batch < BATCHES; batch++) {
    const end = await record(ctx, async (tx) => {
      const { last, done } = await rewrapSubjects(tx, ctx.workspaceId, sealer, { version: newest, cursor });
      if (last === null) return true;
      cursor = last;
      await tx.all(noted(ctx, rotation, { done, cursor }));
      return false;
    });
    if (!end) continue;
    return finishPass(ctx, rotation);
  }
  await record(ctx, { run: [again(ctx, 0)] });
}

/** All subjects were looked at: what the data key seals itself is little, and then there may be nothing left. */
async function finishPass(ctx: Ctx, rotation: Going): Promise<void> {
  const { sealer } = await workspaceKeys(ctx.workspaceId);
  for (const column of RESEALED) {
    for (let batch = 0; batch < BATCHES; batch++) {
      const done = await record(ctx, async (tx) => {
        const changed = await resealColumn(tx, ctx.workspaceId, sealer, column, rotation.version);
        await tx.all(noted(ctx, rotation, { done: changed }));
        return changed;
      });
      if (done === 0) break;
    }
  }
  if (await finish(ctx, rotation)) return;
  const passes = rotation.passes + 1;
  log.info({ workspaceId: ctx.workspaceId, passes }, "a rotation looks once more at what was in use");
  await record(ctx, {
    run: [
      noted(ctx, rotation, { cursor: "", passes }),
      again(ctx, Math.min(AGAIN_MS * 2 ** rotation.passes, MAX_AGAIN_MS)),
    ],
  });
}

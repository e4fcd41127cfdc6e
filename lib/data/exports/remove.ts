import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { destroySubject } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { type Storage, storage } from "@/lib/platform/storage";
import { folderOf, updateExport } from "./row";

/** The queue's last try comes after about a day. */
const LOST_MS = 2 * 24 * 3_600_000;
/** Files that one sweep of a workspace removes; the next comes within the hour. */
const MOST_AT_ONCE = 200;

/** Removes the bytes of a file that is not to be fetched any more, and its key. What can be fetched stays. */
export async function removeExport(ctx: Ctx, id: string, store: Storage = storage()): Promise<void> {
  const { workspaceId } = ctx;
  const row = await ctx.db.one(
    db
      .selectFrom("exports")
      .select("object")
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("status", "in", ["failed", "expired", "withdrawn"]),
  );
  if (row === undefined) return;
  await store.removeAll(folderOf(row.object));
  await record(ctx, {
    run: [destroySubject(workspaceId, id), updateExport(workspaceId, id).set({ parts: 0, place: null })],
  });
}

/** Ends what is past its time, gives up what the queue gave up, and removes what was to be removed and was not. */
export async function sweepExports(ctx: Ctx, store: Storage = storage()): Promise<void> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const all = db.updateTable("exports").where("workspace_id", "=", workspaceId);
  await record(ctx, {
    run: [
      all.set({ status: "expired" }).where("status", "=", "completed").where("expires_at", "<=", now),
      all
        .set({ status: "failed", failure: "lost" })
        .where("status", "in", ["queued", "running"])
        .where("created_at", "<", plusMs(now, -LOST_MS))
        .where(sql<boolean>`(lease_until is null or lease_until <= ${now}::timestamptz)`),
    ],
  });
  const left = await ctx.db.all(
    db
      .selectFrom("exports")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("status", "in", ["failed", "expired", "withdrawn"])
      .where("parts", ">", 0)
      .limit(MOST_AT_ONCE),
  );
  for (const { id } of left) await removeExport(ctx, id, store);
}

/** Removes the files of every export of a workspace whose keys are destroyed, each with its row behind them. */
export async function removeEveryExport(ctx: Ctx, store: Storage = storage()): Promise<number> {
  const { workspaceId } = ctx;
  let removed = 0;
  for (;;) {
    const rows = await ctx.db.all(
      db.selectFrom("exports").select("object").where("workspace_id", "=", workspaceId).limit(MOST_AT_ONCE),
    );
    if (rows.length === 0) return removed;
    for (const { object } of rows) await store.removeAll(folderOf(object));
    const objects = rows.map(({ object }) => object);
    await record(ctx, {
      run: [db.deleteFrom("exports").where("workspace_id", "=", workspaceId).where("object", "in", objects)],
    });
    removed += rows.length;
  }
}

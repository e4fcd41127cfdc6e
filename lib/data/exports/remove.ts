import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { destroySubjectKey } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { type Storage, storage } from "@/lib/platform/storage";
import { folderOf, updateExport } from "./row";

/** The queue's last attempt is after about a day. */
const LOST_MS = 2 * 24 * 3_600_000;
/** Files removed per sweep of a workspace; the next one runs within the hour. */
const MAX_PER_SWEEP = 200;

/** Deletes the bytes and the key of a file that is no longer downloadable. A downloadable file stays. */
export async function removeExport(ctx: Ctx, id: string, store: Storage = storage()): Promise<void> {
  const { workspaceId } = ctx;
  const row = await ctx.db.first(
    db
      .selectFrom("exports")
      .select("object")
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("status", "in", ["failed", "expired", "withdrawn"]),
  );
  if (row === undefined) return;
  await store.removeAll(folderOf(row.object));
  await writeUnaudited(ctx, {
    run: [destroySubjectKey(workspaceId, id), updateExport(workspaceId, id).set({ parts: 0, place: null })],
  });
}

/**
 * Expires files, fails exports whose job permanently failed, and deletes files whose removal did not finish.
 */
export async function sweepExports(ctx: Ctx, store: Storage = storage()): Promise<void> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const all = db.updateTable("exports").where("workspace_id", "=", workspaceId);
  await writeUnaudited(ctx, {
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
      .limit(MAX_PER_SWEEP),
  );
  for (const { id } of left) await removeExport(ctx, id, store);
}

/** Deletes the files and rows of all exports of a workspace whose keys are destroyed. */
export async function removeEveryExport(ctx: Ctx, store: Storage = storage()): Promise<number> {
  const { workspaceId } = ctx;
  let removed = 0;
  for (;;) {
    const rows = await ctx.db.all(
      db.selectFrom("exports").select("object").where("workspace_id", "=", workspaceId).limit(MAX_PER_SWEEP),
    );
    if (rows.length === 0) return removed;
    for (const { object } of rows) await store.removeAll(folderOf(object));
    const objects = rows.map(({ object }) => object);
    await writeUnaudited(ctx, {
      run: [db.deleteFrom("exports").where("workspace_id", "=", workspaceId).where("object", "in", objects)],
    });
    removed += rows.length;
  }
}

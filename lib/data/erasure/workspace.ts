import { sql } from "kysely";
import { removeEveryRecording } from "@/lib/calls/recordings";
import { removeEveryExport } from "@/lib/data/exports";
import { anchorHeads, writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { forgetWorkspaceKeys } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { enqueue } from "@/lib/platform/jobs";
import { type Storage, storage } from "@/lib/platform/storage";
import { signReceipt } from "./receipt";
import type { WorkspaceReceipt } from "./schema";
import { readWorkspaceReceipt, storeWorkspaceReceipt } from "./stored-receipts";

const DAY_MS = 24 * 3_600_000;
/** Rows per transaction: a fraction of a second. */
const MAX_BATCH = 5_000;

type Part = "keys" | "rows" | "last";

/**
 * Deletes one batch of a part and returns its number of rows. The database rejects it before the end of the
 * grace period, by its own clock.
 */
async function destroySome(ctx: Ctx, part: Part, limit: number): Promise<number> {
  const [[row]] = await writeUnaudited(ctx, {
    run: [
      db.selectNoFrom(sql<number>`destroy_workspace(${ctx.workspaceId}, ${part}, ${limit}::int)`.as("gone")),
    ],
  });
  return row?.gone ?? 0;
}

/** Repeats until no rows are deleted. */
async function destroyAll(ctx: Ctx, part: Part, limit: number): Promise<void> {
  while ((await destroySome(ctx, part, limit)) > 0) ctx.signal.throwIfAborted();
}

type Over = { delete_after: string; deletion_requested_at: string };
const selectOver = ({ workspaceId, now }: Ctx) =>
  db
    .selectFrom("workspaces")
    .select(["delete_after", "deletion_requested_at"])
    .where("id", "=", workspaceId)
    .where("delete_after", "<=", now());

async function receiptOf(ctx: Ctx, { delete_after, deletion_requested_at }: Over): Promise<WorkspaceReceipt> {
  const head = await ctx.db.first(
    db.selectFrom("audit_heads").select(["seq", "hash"]).where("workspace_id", "=", ctx.workspaceId),
  );
  const now = ctx.now();
  return signReceipt({
    kind: "parley workspace receipt",
    version: 1,
    workspace_id: ctx.workspaceId,
    requested_at: deletion_requested_at,
    delete_after,
    completed_at: now,
    verified: { at: now, remaining: 0 },
    audit: { entries: Number(head?.seq ?? 0), head: head?.hash.toString("hex") ?? null },
    data_backups_expire_by: plusMs(now, env.BACKUP_DATA_DAYS * DAY_MS),
    key_backups_expire_by: plusMs(now, env.BACKUP_KEY_DAYS * DAY_MS),
  } as const);
}

/**
 * Destroys a workspace after its grace period: first its keys, so that no copy of its data can be read; then
 * its files; its rows, in batches; and, once none are left, the workspace itself, with a signed receipt and
 * the head of its audit log stored outside the database. Safe to repeat, and to stop at any point. A restored
 * or deleted workspace is unchanged.
 */
export async function destroyWorkspace(
  ctx: Ctx,
  store: Storage = storage(),
  limit: number = MAX_BATCH,
): Promise<void> {
  const over = (await ctx.db.first(selectOver(ctx))) as Over | undefined;
  if (over === undefined) return;
  await anchorHeads();
  await destroyAll(ctx, "keys", limit);
  forgetWorkspaceKeys(ctx.workspaceId);
  await removeEveryRecording(ctx, store);
  await removeEveryExport(ctx, store);
  await destroyAll(ctx, "rows", limit);
  await storeWorkspaceReceipt(await receiptOf(ctx, over));
  await destroyAll(ctx, "last", limit);
}

/** Queues the destruction of a workspace after its grace period, in case its job was lost; scheduled. */
export async function sweepWorkspace(ctx: Ctx): Promise<void> {
  if ((await ctx.db.first(selectOver(ctx))) === undefined) return;
  const { workspaceId } = ctx;
  const options = { key: `workspace.destroy:${workspaceId}`, runAt: ctx.now() };
  await writeUnaudited(ctx, { run: [enqueue("workspace.destroy", { workspaceId }, options)] });
}

/** Queues the destruction of a workspace that an older backup restored. Returns whether it did. */
export async function replayWorkspace(ctx: Ctx): Promise<boolean> {
  const { workspaceId } = ctx;
  const receipt = await readWorkspaceReceipt(workspaceId);
  if (receipt === null) return false;
  const { requested_at, delete_after } = receipt;
  await writeAudited(ctx, {
    run: [
      db
        .updateTable("workspaces")
        .set({ delete_after, deletion_requested_at: requested_at })
        .where("id", "=", workspaceId),
    ],
    audit: {
      action: "workspace.deletion_requested",
      target: workspaceId,
      after: { delete_after, replayed: true },
    },
  });
  forgetWorkspaceKeys(workspaceId);
  await sweepWorkspace(ctx);
  return true;
}

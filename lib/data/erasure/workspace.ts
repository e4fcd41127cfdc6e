import { sql } from "kysely";
import { removeEveryRecording } from "@/lib/calls/recordings";
import { removeEveryExport } from "@/lib/data/exports";
import { anchorHeads, mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { forgetWorkspaceKeys } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { enqueue } from "@/lib/platform/jobs";
import { type Storage, storage } from "@/lib/platform/storage";
import { keepWorkspaceOutside, workspaceKeptOutside } from "./kept-outside";
import { signReceipt } from "./receipt";
import type { WorkspaceReceipt } from "./schema";

const DAY_MS = 24 * 3_600_000;
/** Rows that go in one transaction: a fraction of a second. */
const MOST_AT_ONCE = 5_000;

type Part = "keys" | "rows" | "last";

/** One batch of a part; how many rows went. The database refuses it before the time is over, by its own clock. */
async function destroySome(ctx: Ctx, part: Part, most: number): Promise<number> {
  const [[row]] = await record(ctx, {
    run: [
      db.selectNoFrom(sql<number>`destroy_workspace(${ctx.workspaceId}, ${part}, ${most}::int)`.as("gone")),
    ],
  });
  return row?.gone ?? 0;
}

/** Until nothing more goes: the last look finds nothing. */
async function destroyAll(ctx: Ctx, part: Part, most: number): Promise<void> {
  while ((await destroySome(ctx, part, most)) > 0) ctx.signal.throwIfAborted();
}

type Over = { delete_after: string; deletion_requested_at: string };
const selectOver = ({ workspaceId, now }: Ctx) =>
  db
    .selectFrom("workspaces")
    .select(["delete_after", "deletion_requested_at"])
    .where("id", "=", workspaceId)
    .where("delete_after", "<=", now());

async function receiptOf(ctx: Ctx, { delete_after, deletion_requested_at }: Over): Promise<WorkspaceReceipt> {
  const head = await ctx.db.one(
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
    verified: { at: now, left: 0 },
    audit: { entries: Number(head?.seq ?? 0), head: head?.hash.toString("hex") ?? null },
    data_backups_expire_by: plusMs(now, env.BACKUP_DATA_DAYS * DAY_MS),
    key_backups_expire_by: plusMs(now, env.BACKUP_KEY_DAYS * DAY_MS),
  } as const);
}

/**
 * Destroys a workspace whose days of grace are over: its keys, so that nothing of it can be read from then on, wherever it
 * lies; its files; its rows, in batches; and once a look finds none, with a signed receipt and the end of its audit log
 * kept outside of the database, the workspace itself. Safe to repeat, and to stop at any point; one that was restored, or
 * is gone, is left alone.
 */
export async function destroyWorkspace(
  ctx: Ctx,
  store: Storage = storage(),
  most: number = MOST_AT_ONCE,
): Promise<void> {
  const over = (await ctx.db.one(selectOver(ctx))) as Over | undefined;
  if (over === undefined) return;
  await anchorHeads();
  await destroyAll(ctx, "keys", most);
  forgetWorkspaceKeys(ctx.workspaceId);
  await removeEveryRecording(ctx, store);
  await removeEveryExport(ctx, store);
  await destroyAll(ctx, "rows", most);
  await keepWorkspaceOutside(await receiptOf(ctx, over));
  await destroyAll(ctx, "last", most);
}

/** Has a workspace destroyed whose days of grace are over; its job may have been lost. By the clock. */
export async function sweepWorkspace(ctx: Ctx): Promise<void> {
  if ((await ctx.db.one(selectOver(ctx))) === undefined) return;
  const { workspaceId } = ctx;
  const options = { key: `workspace.destroy:${workspaceId}`, runAt: ctx.now() };
  await record(ctx, { run: [enqueue("workspace.destroy", { workspaceId }, options)] });
}

/** Has a workspace destroyed again that an older backup brought back. Answers whether it did. */
export async function replayWorkspace(ctx: Ctx): Promise<boolean> {
  const { workspaceId } = ctx;
  const receipt = await workspaceKeptOutside(workspaceId);
  if (receipt === null) return false;
  const { requested_at, delete_after } = receipt;
  await mutate(ctx, {
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

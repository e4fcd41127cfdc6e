import { sql } from "kysely";
import { isOnHold } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { type Storage, storage } from "@/lib/platform/storage";
import { folderOf } from "./chunks";
import { queueMissingFiles } from "./queue-missing-files";
import { realignRecordings } from "./realign-expiry";
import { removalStatements, updateStateStatement } from "./statements";

/** Recordings removed per sweep of a workspace; the next one runs within the hour. */
const MAX_PER_SWEEP = 500;

/**
 * Why a recording was removed, as its call shows it; null if the call already shows it, or is itself deleted.
 */
type RemovalReason = "expired" | "erased" | "none" | null;

/**
 * Deletes a recording's bytes, and then its row. If the process dies in between, the removal starts again.
 */
export async function removeRecording(
  ctx: Ctx,
  callId: string,
  reason: RemovalReason = null,
  store: Storage = storage(),
): Promise<void> {
  const { workspaceId } = ctx;
  const recordingRow = db
    .updateTable("recordings")
    .set({ state: "removing" })
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", callId)
    .returning("object");
  const stateUpdate =
    reason === null ? [] : [updateStateStatement(workspaceId, callId, { state: reason, expires_at: null })];
  const [rows] = await writeUnaudited(ctx, { run: [recordingRow, ...stateUpdate] as const });
  const object = (rows as { object: string }[])[0]?.object;
  if (object === undefined) return;
  await store.removeAll(folderOf(object));
  await writeUnaudited(ctx, {
    run: [
      db
        .deleteFrom("recordings")
        .where("workspace_id", "=", workspaceId)
        .where("call_id", "=", callId)
        .where("object", "=", object),
    ],
  });
}

/** Deletes the bytes of a folder, unless a recording is in it. */
export async function discardFolder(ctx: Ctx, object: string, store: Storage = storage()): Promise<void> {
  const row = await ctx.db.first(
    db
      .selectFrom("recordings")
      .select("call_id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("object", "=", object),
  );
  if (row === undefined) await store.removeAll(folderOf(object));
}

/** Statements that mark a call's recording as expired and queue its removal. */
const expireStatements = (workspaceId: string, callId: string, now: string) => [
  ...removalStatements(workspaceId, callId, now),
  updateStateStatement(workspaceId, callId, { state: "expired", expires_at: null }),
];

/**
 * Removes recordings after their retention, which starts at the call's end, and those whose removal did not
 * finish, and queues the files that are missing. A legal hold on the call or its contact prevents the expiry.
 */
export async function sweepRecordings(ctx: Ctx, store: Storage = storage()): Promise<void> {
  await realignRecordings(ctx);
  await queueMissingFiles(ctx);
  const now = ctx.now();
  const due = await ctx.db.all(
    db
      .selectFrom("recordings")
      .leftJoin("calls", (join) =>
        join
          .onRef("calls.workspace_id", "=", "recordings.workspace_id")
          .onRef("calls.id", "=", "recordings.call_id"),
      )
      .select(["recordings.call_id", "recordings.state"])
      .where("recordings.workspace_id", "=", ctx.workspaceId)
      .where(({ or, and, eb }) =>
        or([
          eb("recordings.state", "=", "removing"),
          and([eb("recordings.expires_at", "<=", now), sql<boolean>`not ${isOnHold}`]),
        ]),
      )
      .limit(MAX_PER_SWEEP),
  );
  for (const { call_id: callId, state } of due) {
    if (state !== "removing")
      await writeUnaudited(ctx, { run: expireStatements(ctx.workspaceId, callId, now) });
    await removeRecording(ctx, callId, null, store);
  }
}

/** Deletes the bytes and rows of all recordings of a workspace whose keys are destroyed. */
export async function removeEveryRecording(ctx: Ctx, store: Storage = storage()): Promise<number> {
  const { workspaceId } = ctx;
  let removed = 0;
  for (;;) {
    const rows = await ctx.db.all(
      db
        .selectFrom("recordings")
        .select("object")
        .where("workspace_id", "=", workspaceId)
        .limit(MAX_PER_SWEEP),
    );
    if (rows.length === 0) return removed;
    for (const { object } of rows) await store.removeAll(folderOf(object));
    const objects = rows.map(({ object }) => object);
    await writeUnaudited(ctx, {
      run: [
        db.deleteFrom("recordings").where("workspace_id", "=", workspaceId).where("object", "in", objects),
      ],
    });
    removed += rows.length;
  }
}

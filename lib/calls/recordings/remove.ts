import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { type Storage, storage } from "@/lib/platform/storage";
import { folderOf } from "./chunks";
import { realignRecordings } from "./realign";
import { removal, showOf } from "./statements";

/** Recordings that one sweep of a workspace removes; the next comes within the hour. */
const MOST_AT_ONCE = 500;

/** Why a recording is gone, as its call shows it; null where the call says so already, or is gone itself. */
type Gone = "expired" | "erased" | "none" | null;

/** Removes a recording's bytes, and then its row: whoever dies in between begins again. */
export async function removeRecording(
  ctx: Ctx,
  callId: string,
  gone: Gone = null,
  store: Storage = storage(),
): Promise<void> {
  const { workspaceId } = ctx;
  const mine = db
    .updateTable("recordings")
    .set({ state: "removing" })
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", callId)
    .returning("object");
  const shown = gone === null ? [] : [showOf(workspaceId, callId, { state: gone, expires_at: null })];
  const [rows] = await record(ctx, { run: [mine, ...shown] as const });
  const object = (rows as { object: string }[])[0]?.object;
  if (object === undefined) return;
  await store.removeAll(folderOf(object));
  await record(ctx, {
    run: [
      db
        .deleteFrom("recordings")
        .where("workspace_id", "=", workspaceId)
        .where("call_id", "=", callId)
        .where("object", "=", object),
    ],
  });
}

/** The statements that mark recordings of calls as expired and send their bytes away. */
const expire = (workspaceId: string, callId: string, now: string) => [
  ...removal(workspaceId, callId, now),
  showOf(workspaceId, callId, { state: "expired", expires_at: null }),
];

/**
 * Removes what is past its time (retention runs from the call's end), and what was to be removed and was not. A legal
 * hold on the call or its contact stops the clock.
 */
export async function sweepRecordings(ctx: Ctx, store: Storage = storage()): Promise<void> {
  await realignRecordings(ctx);
  const now = ctx.now();
  const due = await ctx.db.all(
    db
      .selectFrom("recordings")
      .leftJoin("calls", "calls.id", "recordings.call_id")
      .leftJoin("contacts", "contacts.id", "calls.contact_id")
      .select(["recordings.call_id", "recordings.state"])
      .where("recordings.workspace_id", "=", ctx.workspaceId)
      .where(({ or, and, eb }) =>
        or([
          eb("recordings.state", "=", "removing"),
          and([
            eb("recordings.expires_at", "<=", now),
            eb("calls.legal_hold", "is", null),
            eb("contacts.legal_hold", "is", null),
          ]),
        ]),
      )
      .limit(MOST_AT_ONCE),
  );
  for (const { call_id: callId, state } of due) {
    if (state !== "removing") await record(ctx, { run: expire(ctx.workspaceId, callId, now) });
    await removeRecording(ctx, callId, null, store);
  }
}

/** Removes the bytes of every recording of a workspace whose keys are destroyed, each with its row behind them. */
export async function removeEveryRecording(ctx: Ctx, store: Storage = storage()): Promise<number> {
  const { workspaceId } = ctx;
  let removed = 0;
  for (;;) {
    const rows = await ctx.db.all(
      db
        .selectFrom("recordings")
        .select("object")
        .where("workspace_id", "=", workspaceId)
        .limit(MOST_AT_ONCE),
    );
    if (rows.length === 0) return removed;
    for (const { object } of rows) await store.removeAll(folderOf(object));
    const objects = rows.map(({ object }) => object);
    await record(ctx, {
      run: [
        db.deleteFrom("recordings").where("workspace_id", "=", workspaceId).where("object", "in", objects),
      ],
    });
    removed += rows.length;
  }
}

import { plusMs } from "@/lib/clock";
import type { Ctx } from "@/lib/context";
import { initialState } from "@/lib/conversation";
import { db, record } from "@/lib/db";
import { act, activate } from "./converse";
import { knownBy } from "./facts";
import { acquire } from "./lease";
import { openCall } from "./open";
import { isWaiting, statePlace, WAITING } from "./row";
import { LEASE_MS, watch } from "./session";

/** Lets the agent speak first in a call that has a session. */
export async function openAgent(ctx: Ctx, id: string): Promise<void> {
  const { lease, ...opened } = await acquire(ctx, id);
  const active = activate(ctx, opened);
  if (lease !== null && active !== null) await act(active, lease, { type: "opened" });
  else await lease?.release();
}

/** A queued call rings; false where it is past that. */
export async function ringCall(ctx: Ctx, id: string): Promise<boolean> {
  const ring = db
    .updateTable("calls")
    .set({ status: "ringing" })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("environment", "=", ctx.environment)
    .where("id", "=", id)
    .where("status", "=", "queued")
    .returning("id");
  const [rung] = await record(ctx, { run: [ring] });
  return rung.length > 0;
}

/**
 * Somebody has answered a call: its conversation can begin. False, and nothing happens, where that has been before or
 * the call is over. `spoken`: whoever answered holds the line. Throws 404.
 */
export async function beginCall(ctx: Ctx, id: string, { spoken = false } = {}): Promise<boolean> {
  const { row, sealer } = await openCall(ctx, id);
  if (!isWaiting(row) || sealer === undefined) return false;
  const now = ctx.now();
  const due = plusMs(now, LEASE_MS);
  return record(ctx, async (tx) => {
    const changed = await tx.one(
      db
        .updateTable("calls")
        .set({ status: "in_progress", started_at: now, answered_at: now })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .where("status", "in", [...WAITING])
        .returning("id"),
    );
    if (changed === undefined) return false;
    const first = { ...initialState(knownBy(row, sealer)), ...(spoken && { spoken }) };
    const state = sealer.seal(statePlace(id), JSON.stringify(first));
    await tx.batch(
      db
        .insertInto("call_sessions")
        .values({ workspace_id: ctx.workspaceId, call_id: id, state, due_at: due }),
      watch(ctx.workspaceId, id, due),
    );
    return true;
  });
}

/**
 * Somebody has answered a call, and the agent speaks first, by text. False, and nothing happens, where that has been
 * before or the call is over. Of a process that dies in between, the queue goes on. Throws 404.
 */
export async function answerCall(ctx: Ctx, id: string): Promise<boolean> {
  const answered = await beginCall(ctx, id);
  if (answered) await openAgent(ctx, id);
  return answered;
}

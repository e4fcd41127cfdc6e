import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { LEASE_MS } from "./session";

/**
 * Maximum times that a call is taken over. A healthy installation restarts rarely; a call whose gateway dies this
 * often may be the cause, and would end the other calls of each next gateway.
 */
export const MAX_RESUMPTIONS = 3;

/**
 * Prepares a telephone call in progress whose stream has ended for a new one: the queue does not end the call until a
 * gateway could have taken it over. Returns the number of earlier resumptions for `takeOverSpokenCall`, or null if
 * the call has ended or was resumed too often.
 */
export async function offerResumption(ctx: Ctx, callId: string): Promise<number | null> {
  const due = plusMs(ctx.now(), LEASE_MS);
  const postpone = db
    .updateTable("call_sessions")
    .from("calls")
    .set({ due_at: sql`greatest(due_at, ${due}::timestamptz)` })
    .whereRef("calls.workspace_id", "=", "call_sessions.workspace_id")
    .whereRef("calls.id", "=", "call_sessions.call_id")
    .where("calls.workspace_id", "=", ctx.workspaceId)
    .where("calls.environment", "=", ctx.environment)
    .where("calls.id", "=", callId)
    .where("calls.channel", "=", "phone")
    .where("calls.status", "=", "in_progress")
    .where("calls.resumptions", "<", MAX_RESUMPTIONS)
    .returning("calls.resumptions");
  const [[call]] = await writeUnaudited(ctx, { run: [postpone] });
  return call?.resumptions ?? null;
}

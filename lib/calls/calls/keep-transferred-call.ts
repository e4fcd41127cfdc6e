import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { notify } from "@/lib/platform/live";
import { LEASE_MS, scheduleTick } from "./session";

/**
 * How long a target can ring and be briefed without another report of the carrier: 25 s of ringing, and two briefings of at most
 * half a minute each.
 */
const STEP_MS = 90_000;

const updateSession = ({ workspaceId, environment }: Ctx, callId: string) =>
  db
    .updateTable("call_sessions")
    .from("calls")
    .whereRef("calls.workspace_id", "=", "call_sessions.workspace_id")
    .whereRef("calls.id", "=", "call_sessions.call_id")
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.environment", "=", environment)
    .where("calls.id", "=", callId)
    .where("calls.status", "=", "in_progress");

/**
 * Lets a call wait for the next report about its transfer, also if its gateway dies: the queue does not end it before. The carrier
 * holds the caller meanwhile.
 */
export async function keepTransferringCall(ctx: Ctx, callId: string): Promise<void> {
  const due = plusMs(ctx.now(), STEP_MS);
  const postpone = updateSession(ctx, callId).set({ due_at: sql`greatest(due_at, ${due}::timestamptz)` });
  await writeUnaudited(ctx, { run: [postpone] });
}

/**
 * Stores that a target has accepted the caller, and reports it to the process that has the call. If that process has died, the
 * queue ends the call as transferred. Safe to repeat.
 */
export async function acceptTransfer(
  ctx: Ctx,
  callId: string,
  kind: "bridged" | "bridged_unrecorded",
): Promise<void> {
  const now = ctx.now();
  const due = plusMs(now, LEASE_MS);
  const accept = updateSession(ctx, callId).set({
    transferred_at: sql`coalesce(transferred_at, ${now}::timestamptz)`,
    due_at: due,
  });
  await writeUnaudited(ctx, {
    run: [accept, scheduleTick(ctx.workspaceId, callId, due), notify(callId, kind)],
  });
}

import { initialState } from "@/lib/calls/conversation";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record, type Tx, violatedConstraint } from "@/lib/platform/db";
import { contactValues } from "./contact-values";
import { act, activate } from "./converse";
import { knownBy } from "./facts";
import { acquire, isBusy } from "./lease";
import { type Missed, missCall } from "./miss";
import { ONE_THREAD } from "./one-thread";
import { openCall } from "./open";
import { isWaiting, sealJson, statePlace, WAITING } from "./row";
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

/** A contact who wrote, or whom another attempt reached, talks with this agent by text: a second thread would cross it. */
const CROSSES: Missed = {
  status: "blocked",
  endReason: "policy_blocked",
  outcome: "failed",
  reasons: [{ code: "call_in_progress", message: "A conversation by text with this agent goes on already." }],
};

/**
 * Somebody has answered a call: its conversation can begin. False, and nothing happens, where that has been before or
 * the call is over; a conversation by text that would be the contact's second with the agent is blocked
 * (`call_in_progress`). `spoken`: whoever answered holds the line. Throws 404.
 */
export async function beginCall(ctx: Ctx, id: string, { spoken = false } = {}): Promise<boolean> {
  const { row, sealer } = await openCall(ctx, id);
  if (!isWaiting(row) || sealer === undefined) return false;
  const now = ctx.now();
  const due = plusMs(now, LEASE_MS);
  const given = knownBy(row, sealer);
  // What the call was given is newer than what is written down of its contact.
  const known = { ...(await contactValues(ctx, row.contact_id, row.config)), ...given };
  const isNews = Object.keys(known).length > Object.keys(given).length;
  const answer = async (tx: Tx): Promise<boolean> => {
    const changed = await tx.one(
      db
        .updateTable("calls")
        .set({
          status: "in_progress",
          started_at: now,
          answered_at: now,
          ...(isNews && { initial_variables: sealJson(sealer, id, "initial_variables", known) }),
        })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .where("status", "in", [...WAITING])
        .returning("id"),
    );
    if (changed === undefined) return false;
    const first = { ...initialState(known), ...(spoken && { spoken }) };
    const state = sealer.seal(statePlace(id), JSON.stringify(first));
    await tx.batch(
      db
        .insertInto("call_sessions")
        .values({ workspace_id: ctx.workspaceId, call_id: id, state, due_at: due }),
      watch(ctx.workspaceId, id, due),
    );
    return true;
  };
  return record(ctx, answer).catch(async (error: unknown) => {
    if (violatedConstraint(error) !== ONE_THREAD) throw error;
    await missCall(ctx, id, CROSSES);
    return false;
  });
}

/**
 * Somebody has answered a call, and the agent speaks first, by text. False, and nothing happens, where that has been
 * before or the call is over. Of a process that dies in between, the queue goes on. Throws 404.
 */
export async function answerCall(ctx: Ctx, id: string): Promise<boolean> {
  const answered = await beginCall(ctx, id);
  if (answered) {
    await openAgent(ctx, id).catch((error: unknown) => {
      // They wrote at this very moment: the agent answers that, and says in it what it says first.
      if (!isBusy(error)) throw error;
    });
  }
  return answered;
}

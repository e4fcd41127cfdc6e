import { initialState } from "@/lib/calls/conversation";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx, violatedConstraint, writeUnaudited } from "@/lib/platform/db";
import { decisionReason } from "@/lib/platform/reasons/decisions";
import { contactValues } from "./contact-values";
import { endUnansweredCall, type UnansweredEnd } from "./end-unanswered";
import { acquireCall, isCallBusy } from "./lease";
import { currentValuesOf } from "./mask-facts";
import { ONE_THREAD_CONSTRAINT } from "./one-thread-constraint";
import { openCall } from "./open-call";
import { isUnanswered, sealJson, stateFieldRef, UNANSWERED_STATUSES } from "./row";
import { runTurn, toActiveCall } from "./run-event";
import { LEASE_MS, scheduleTick } from "./session";
import { stateDocument } from "./stored-documents";

/** Runs the agent's opening turn in a call that has a session. */
export async function runOpeningTurn(ctx: Ctx, id: string): Promise<void> {
  const { lease, ...opened } = await acquireCall(ctx, id);
  const active = toActiveCall(ctx, opened);
  if (lease !== null && active !== null) await runTurn(active, lease, { type: "opened" });
  else await lease?.release();
}

/** Marks a queued call as ringing. Returns false if it is no longer queued. */
export async function ringCall(ctx: Ctx, id: string): Promise<boolean> {
  const ring = db
    .updateTable("calls")
    .set({ status: "ringing" })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("environment", "=", ctx.environment)
    .where("id", "=", id)
    .where("status", "=", "queued")
    .returning("id");
  const [ringing] = await writeUnaudited(ctx, { run: [ring] });
  return ringing.length > 0;
}

/** The contact already has a text conversation with this agent. A second thread would mix with it. */
const THREAD_CONFLICT: UnansweredEnd = {
  status: "blocked",
  endReason: "policy_blocked",
  outcome: "failed",
  reasons: [decisionReason("thread_in_progress")],
};

/**
 * Marks a call as answered and creates its session. Returns false and changes nothing if it was answered before or has
 * ended. Blocks (`call_in_progress`) a text conversation if the contact already has one with the agent. `isSpoken`: the
 * process that answered holds the line. Throws 404.
 */
export async function beginCall(ctx: Ctx, id: string, { isSpoken = false } = {}): Promise<boolean> {
  const { row, sealer } = await openCall(ctx, id);
  if (!isUnanswered(row) || sealer === undefined) return false;
  const now = ctx.now();
  const due = plusMs(now, LEASE_MS);
  const initialValues = currentValuesOf(row, sealer);
  // The call's initial values are newer than the contact's attributes.
  const values = { ...(await contactValues(ctx, row.contact_id, row.config)), ...initialValues };
  const hasContactValues = Object.keys(values).length > Object.keys(initialValues).length;
  const answer = async (tx: Tx): Promise<boolean> => {
    const changed = await tx.first(
      db
        .updateTable("calls")
        .set({
          status: "in_progress",
          started_at: now,
          answered_at: now,
          ...(hasContactValues && { initial_variables: sealJson(sealer, id, "initial_variables", values) }),
        })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .where("status", "in", [...UNANSWERED_STATUSES])
        .returning("id"),
    );
    if (changed === undefined) return false;
    const first = { ...initialState(values), ...(isSpoken && { isSpoken }) };
    const state = sealer.seal(stateFieldRef(id), JSON.stringify(stateDocument.write(first)));
    await tx.batch(
      db
        .insertInto("call_sessions")
        .values({ workspace_id: ctx.workspaceId, call_id: id, state, due_at: due }),
      scheduleTick(ctx.workspaceId, id, due),
    );
    return true;
  };
  return writeUnaudited(ctx, answer).catch(async (error: unknown) => {
    if (violatedConstraint(error) !== ONE_THREAD_CONSTRAINT) throw error;
    await endUnansweredCall(ctx, id, THREAD_CONFLICT);
    return false;
  });
}

/**
 * Marks a text call as answered and runs the agent's opening turn. Returns false and changes nothing if it was answered
 * before or has ended. If the process dies in between, the queue runs the turn. Throws 404.
 */
export async function answerCall(ctx: Ctx, id: string): Promise<boolean> {
  const answered = await beginCall(ctx, id);
  if (answered) {
    await runOpeningTurn(ctx, id).catch((error: unknown) => {
      // The contact sent a text at the same time. The agent answers it, and that answer includes the opening.
      if (!isCallBusy(error)) throw error;
    });
  }
  return answered;
}

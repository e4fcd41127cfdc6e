import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { destroySubjectKey } from "@/lib/platform/crypto";
import { db, json, type Tx, writeUnaudited } from "@/lib/platform/db";
import { notify } from "@/lib/platform/live";
import { deleteComments } from "./delete-comments";
import { openCall } from "./open-call";
import { type FullRow, isUnanswered, UNANSWERED_STATUSES } from "./row";
import type { CallItem } from "./schema";
import { attemptFollowStatements } from "./session";
import { buildUnansweredFields } from "./settled-fields";

/** Outcomes that the system sets on calls without a conversation (product.md, "Agents"). */
export type SystemOutcome = "no_answer" | "busy" | "voicemail" | "opted_out" | "declined" | "failed";

/** How an unanswered call ended. */
export type UnansweredEnd = {
  status: "busy" | "no_answer" | "voicemail" | "failed" | "canceled" | "blocked";
  endReason: NonNullable<CallItem["end_reason"]>;
  outcome: SystemOutcome;
  reasons?: CallItem["reasons"];
};

/**
 * `run`: statements to store with the end. `isFollowUpQueued`: those statements already inform the call's attempt, so
 * no follow-up job is queued.
 */
type EndOptions = { run?: readonly Compilable<unknown>[]; isFollowUpQueued?: boolean };

/** Ends and settles an unanswered call within a transaction. Returns false if the call was answered or has ended. */
export async function endUnansweredInTx(
  tx: Tx,
  ctx: Ctx,
  { row, sealer }: { row: FullRow; sealer: Sealer | undefined },
  { status, endReason, outcome, reasons = [] }: UnansweredEnd,
  { run = [], isFollowUpQueued = false }: EndOptions = {},
): Promise<boolean> {
  const { id } = row;
  const now = ctx.now();
  const keepsNothing = !row.policy.transcript.enabled;
  const fields = await buildUnansweredFields(ctx.workspaceId, row, sealer, outcome);
  const changed = await tx.first(
    db
      .updateTable("calls")
      .set({
        ...fields,
        status,
        end_reason: endReason,
        reasons: json(reasons),
        ended_at: now,
        settled_at: now,
        duration_ms: 0,
      })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id)
      .where("status", "in", [...UNANSWERED_STATUSES])
      .returning("id"),
  );
  if (changed === undefined) return false;
  await tx.batch(
    notify(id, "ended"),
    notify(id, "settled"),
    ...(isFollowUpQueued ? [] : attemptFollowStatements(ctx.workspaceId, row, now)),
    ...run,
    ...(keepsNothing ? [deleteComments(ctx.workspaceId, id)] : []),
    ...(keepsNothing && row.subject_id === id ? [destroySubjectKey(ctx.workspaceId, id)] : []),
  );
  return true;
}

/**
 * Ends an unanswered call and settles it immediately, without a model, because there is no conversation to read. The
 * statements in `options.run` are stored in the same transaction. Returns false and stores nothing if the call was
 * answered or has ended. Throws 404.
 */
export async function endUnansweredCall(
  ctx: Ctx,
  id: string,
  end: UnansweredEnd,
  options?: EndOptions,
): Promise<boolean> {
  const opened = await openCall(ctx, id);
  if (!isUnanswered(opened.row)) return false;
  return writeUnaudited(ctx, (tx) => endUnansweredInTx(tx, ctx, opened, end, options));
}

import { sql } from "kysely";
import { isOnHold, lockContactOfCall, retentionEnd } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, sealersFromRows } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";

/** A reason for which a call takes no text, as a new text would outlive the call's content. */
const REFUSALS = {
  erased: "comments_of_erased_call",
  outcome_only: "comments_of_outcome_only_call",
  expired: "comments_of_expired_call",
} as const;

const lockCall = (ctx: Ctx, callId: string) =>
  db
    .selectFrom("calls")
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .leftJoin("subject_keys", (join) =>
      join
        .onRef("subject_keys.workspace_id", "=", "calls.workspace_id")
        .onRef("subject_keys.subject_id", "=", "calls.subject_id"),
    )
    .select(["calls.subject_id", "subject_keys.wrapped as subject_key"])
    .select([
      sql<keyof typeof REFUSALS | null>`case
        when calls.erased_at is not null then 'erased'
        when calls.settled_at is not null and calls.variables is null then 'outcome_only'
        when ${retentionEnd("transcript")} <= ${ctx.now()}::timestamptz and not ${isOnHold} then 'expired'
        end`.as("refusal"),
    ])
    .where("calls.workspace_id", "=", ctx.workspaceId)
    .where("calls.environment", "=", ctx.environment)
    .where("calls.id", "=", callId)
    .forNoKeyUpdate("calls");

/**
 * Locks a call until the transaction ends, and returns the sealer for a new text about it. The contact is locked
 * first, as an erasure does, so that the key is not replaced meanwhile. Throws `not_found`, and 409 for a call
 * whose content is gone.
 */
export async function lockCallForText(tx: Tx, ctx: Ctx, callId: string): Promise<Sealer> {
  await tx.first(lockContactOfCall(ctx, callId));
  const row = await tx.first(lockCall(ctx, callId));
  if (row === undefined) throw notFound();
  const sealer = (await sealersFromRows(ctx.workspaceId, [row])).get(row.subject_id);
  if (row.refusal !== null || sealer === undefined)
    throw new AppError(REFUSALS[row.refusal ?? "outcome_only"]);
  return sealer;
}

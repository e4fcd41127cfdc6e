import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { destroySubject } from "@/lib/platform/crypto";
import { db, json, record, type Tx } from "@/lib/platform/db";
import { notify } from "@/lib/platform/live";
import { unansweredFields } from "./kept";
import { openCall } from "./open";
import { type FullRow, isWaiting, WAITING } from "./row";
import type { CallItem } from "./schema";
import { follow } from "./session";

/** Outcomes of the system's own, of calls without a conversation (product.md, "Agents"). */
export type SystemOutcome = "no_answer" | "busy" | "voicemail" | "opted_out" | "declined" | "failed";

/** How a call ended that nobody answered. */
export type Missed = {
  status: "busy" | "no_answer" | "voicemail" | "failed" | "canceled" | "blocked";
  endReason: NonNullable<CallItem["end_reason"]>;
  outcome: SystemOutcome;
  reasons?: CallItem["reasons"];
};

/** What is stored with the end; `followed` where that is all the attempt behind the call has to hear of it. */
type Alongside = { run?: readonly Compilable<unknown>[]; followed?: boolean };

/** Ends and settles, within a transaction, a call that nobody has answered; false where it is past that. */
export async function missIn(
  tx: Tx,
  ctx: Ctx,
  { row, sealer }: { row: FullRow; sealer: Sealer | undefined },
  { status, endReason, outcome, reasons = [] }: Missed,
  { run = [], followed = false }: Alongside = {},
): Promise<boolean> {
  const { id } = row;
  const now = ctx.now();
  const fields = await unansweredFields(ctx.workspaceId, row, sealer, outcome);
  const changed = await tx.one(
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
      .where("status", "in", [...WAITING])
      .returning("id"),
  );
  if (changed === undefined) return false;
  await tx.batch(
    notify(id, "ended"),
    notify(id, "settled"),
    ...(followed ? [] : follow(ctx.workspaceId, row, now)),
    ...run,
    // Where nothing is to be kept, a key of the call's own goes with it.
    ...(!row.policy.transcript.enabled && row.subject_id === id ? [destroySubject(ctx.workspaceId, id)] : []),
  );
  return true;
}

/**
 * Ends a call that nobody has answered, and settles it at once: no model reads what was never said. `alongside` is
 * stored in the same transaction. False, and nothing is stored, where the call was answered or is over. Throws 404.
 */
export async function missCall(
  ctx: Ctx,
  id: string,
  missed: Missed,
  alongside?: Alongside,
): Promise<boolean> {
  const opened = await openCall(ctx, id);
  if (!isWaiting(opened.row)) return false;
  return record(ctx, (tx) => missIn(tx, ctx, opened, missed, alongside));
}

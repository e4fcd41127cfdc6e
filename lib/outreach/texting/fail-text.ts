import { endCall } from "@/lib/calls/calls";
import { suppressStatement } from "@/lib/contacts/consent";
import type { Ctx } from "@/lib/platform/context";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { DECISION_REASONS, decisionReason } from "@/lib/platform/reasons/decisions";
import { enqueueWaitingTexts } from "./send-jobs";
import { type TextRow, updateText } from "./text-row";

/** Error codes besides the carriers' codes. `unknown`: the text may have been sent. */
export const UNKNOWN = "unknown";
export const SUPPRESSED = "suppressed";
/**
 * The carrier could not take it in time: it was unavailable, the job permanently failed, or no worker ran.
 */
export const UNAVAILABLE = "carrier_unavailable";

/** Error codes after which the conversation continues. */
const THREAD_CONTINUES: ReadonlySet<string> = new Set([UNKNOWN, SUPPRESSED]);

/** Suppresses a number that opted out at the carrier. */
export const suppressByCarrier = (ctx: Ctx, { number_hash: hash, call_id: callId }: TextRow) =>
  suppressStatement(ctx, [hash], {
    source: "carrier",
    channels: ["call", "text"],
    reason: DECISION_REASONS.unsubscribed.message,
    ...(callId !== null && { callId }),
  });

/** Fails a text if its state is unchanged since it was read, and enqueues the texts behind it. */
export async function failText(ctx: Ctx, row: TextRow, code: string): Promise<void> {
  const fail = updateText(ctx, row.id)
    .set({ state: "failed", error_code: code, body: null })
    .where("state", "=", row.state)
    .returning("id");
  const suppress = code === "unsubscribed" ? [suppressByCarrier(ctx, row)] : [];
  const [failed] = await writeUnaudited(ctx, { run: [fail, ...suppress, ...enqueueWaitingTexts(ctx, row)] });
  if (failed.length > 0) await endThread(ctx, { ...row, error_code: code });
}

/**
 * Ends the conversation of a text that the carrier rejected, instead of waiting a day for an unreachable
 * contact. Safe to repeat. A text of a call on another channel ends nothing.
 */
export async function endThread(ctx: Ctx, { call_id: id, error_code: code }: TextRow): Promise<void> {
  if (id === null || (code !== null && THREAD_CONTINUES.has(code))) return;
  const reasons = [{ ...decisionReason("text_rejected"), ...(code !== null && { code }) }];
  const [rows] = await writeUnaudited(ctx, {
    run: [
      db
        .updateTable("calls")
        .set({ reasons: json(reasons) })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .where("channel", "=", "sms")
        .where("status", "=", "in_progress")
        .returning("id"),
    ],
  });
  if (rows.length === 0) return;
  try {
    await endCall(ctx, id, "carrier_error");
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return;
    throw error;
  }
}

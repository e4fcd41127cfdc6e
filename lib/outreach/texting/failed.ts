import { endCall } from "@/lib/calls/calls";
import { suppressStatement } from "@/lib/contacts/consent";
import type { Ctx } from "@/lib/platform/context";
import { db, json, record } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { moveText, type TextRow } from "./row";
import { wakeNext } from "./wake";

/** Why a text was not sent, beside what carriers say. `unknown`: it may have been. */
export const UNKNOWN = "unknown";
export const SUPPRESSED = "suppressed";
/** It could not be handed over in time: the carrier was away, its job was given up, or no worker ran. */
export const UNAVAILABLE = "carrier_unavailable";

/** Ends of a text after which its conversation may go on. */
const GOES_ON: ReadonlySet<string> = new Set([UNKNOWN, SUPPRESSED]);

/** What the carrier says of whoever told it to be left alone, as the suppression that it is. */
export const suppressByCarrier = (ctx: Ctx, { number_hash: hash, call_id: callId }: TextRow) =>
  suppressStatement(ctx, [hash], {
    source: "carrier",
    channels: ["call", "text"],
    reason: "The number has told the carrier to be left alone.",
    ...(callId !== null && { callId }),
  });

/** Settles a text that was not sent, if it stands still where it was found, and wakes the one behind it. */
export async function failText(ctx: Ctx, row: TextRow, code: string): Promise<void> {
  const fail = moveText(ctx, row.id)
    .set({ state: "failed", error_code: code, body: null })
    .where("state", "=", row.state)
    .returning("id");
  const suppress = code === "unsubscribed" ? [suppressByCarrier(ctx, row)] : [];
  const [failed] = await record(ctx, { run: [fail, ...suppress, ...wakeNext(ctx, row)] });
  if (failed.length > 0) await endThread(ctx, { ...row, error_code: code });
}

/**
 * Ends the conversation whose text the carrier did not take: whoever cannot be reached is not waited for a day. Safe to
 * repeat. A text of a call of another channel ends nothing.
 */
export async function endThread(ctx: Ctx, { call_id: id, error_code: code }: TextRow): Promise<void> {
  if (id === null || (code !== null && GOES_ON.has(code))) return;
  const reasons = [{ code: code ?? "carrier_error", message: "The carrier did not take a text." }];
  const [rows] = await record(ctx, {
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

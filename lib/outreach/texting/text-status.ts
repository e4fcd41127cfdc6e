import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { suppressByCarrier, UNKNOWN } from "./fail-text";
import { sendJob } from "./send-jobs";
import { findText, updateText } from "./text-row";

/**
 * A carrier's status of a text. `textId` is set if the carrier sends our ID back: the status can arrive
 * before, or instead of, the answer to the send request.
 */
export type TextStatus = {
  ref: string;
  textId: string | null;
  state: "sent" | "delivered" | "failed";
  /** The carrier's error code. */
  code: string | null;
  unsubscribed: boolean;
};

/** The states that a status can follow. Late and repeated statuses do not match. */
const ALLOWED_PREVIOUS_STATES: Record<TextStatus["state"], readonly string[]> = {
  sent: ["sending"],
  delivered: ["sending", "sent"],
  failed: ["sending", "sent"],
};

/** Finds a text's ID by the carrier's reference, or by our ID if the carrier has given no reference yet. */
async function findTextId(
  ctx: Ctx,
  carrier: string,
  { ref, textId }: TextStatus,
): Promise<string | undefined> {
  const row = await ctx.db.first(
    db
      .selectFrom("texts")
      .select("id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("direction", "=", "outbound")
      .where("carrier", "=", carrier)
      .where((eb) =>
        eb.or([
          eb("carrier_ref", "=", ref),
          eb.and([eb("id", "=", textId ?? ""), eb("carrier_ref", "is", null)]),
        ]),
      )
      .limit(1),
  );
  return row?.id;
}

/**
 * Applies a carrier's status of a text: sent, delivered or failed. Late and repeated statuses change nothing.
 * A number that opted out at the carrier is suppressed. Returns false if the text is not ours.
 */
export async function handleTextStatus(base: Ctx, carrier: string, status: TextStatus): Promise<boolean> {
  const id = await findTextId(base, carrier, status);
  const text = id === undefined ? undefined : await findText(base, id);
  if (text === undefined) return false;
  const { ctx, row } = text;
  const { state, ref } = status;
  const code =
    state === "failed" ? (status.unsubscribed ? "unsubscribed" : (status.code ?? "undelivered")) : null;
  const move = updateText(ctx, row.id)
    .set({
      state,
      carrier_ref: ref,
      error_code: code,
      body: null,
      sent_at: sql<string>`coalesce(sent_at, ${ctx.now()}::timestamptz)`,
    })
    .where((eb) =>
      eb.or([
        eb("state", "in", [...ALLOWED_PREVIOUS_STATES[state]]),
        // A failure with an unknown result now has a known one.
        eb.and([eb("state", "=", "failed"), eb("error_code", "=", UNKNOWN)]),
      ]),
    );
  await writeUnaudited(ctx, {
    run: [
      move,
      ...(status.unsubscribed ? [suppressByCarrier(ctx, row)] : []),
      // Ends the conversation if the text failed, else enqueues the texts that wait behind it.
      sendJob(ctx, row.id, ctx.now()),
    ],
  });
  return true;
}

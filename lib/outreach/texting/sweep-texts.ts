import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { enqueueEachExpression } from "@/lib/platform/jobs";

/** Maximum texts of each direction in one sweep. The next sweep, a minute later, takes the rest. */
const MAX_AT_ONCE = 1_000;
/** Longer than the longest delay that a carrier can ask for, and shorter than the maximum delay of a text. */
const STUCK_AFTER_MS = 6 * 60_000;

/**
 * Texts that still have a body after so long that their job must have permanently failed, the oldest first.
 */
const selectStuckTexts = ({ workspaceId, now }: Ctx) =>
  db
    .selectFrom("texts as t")
    .where("t.workspace_id", "=", workspaceId)
    .where("t.body", "is not", null)
    .where("t.created_at", "<=", plusMs(now(), -STUCK_AFTER_MS))
    .orderBy("t.created_at")
    .limit(MAX_AT_ONCE);

/**
 * Enqueues the texts of a workspace whose job permanently failed. `sendText` settles outbound texts and sends
 * none twice. `processInboundText` delivers inbound texts or fails them.
 */
export async function sweepTexts(ctx: Ctx): Promise<void> {
  const payload = { workspaceId: sql`t.workspace_id`, textId: sql`t.id` };
  const runAt = sql<string>`${ctx.now()}::timestamptz`;
  const send = enqueueEachExpression("text.send", payload, { key: sql`'text:' || t.id`, runAt });
  const take = enqueueEachExpression("text.take", payload, { key: sql`'take:' || t.id`, runAt });
  await writeUnaudited(ctx, {
    run: [
      selectStuckTexts(ctx).select(send.as("enqueued")).where("t.direction", "=", "outbound"),
      selectStuckTexts(ctx).select(take.as("enqueued")).where("t.direction", "=", "inbound"),
    ],
  });
}

import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";

/** Longer than the 30 days in which a call is proposed, so that a dismissed one does not return. */
const KEPT_MS = 60 * 24 * 3_600_000;
/** Rows of one transaction. */
const BATCH = 1_000;

/** Deletes dismissals of calls that are no longer proposed. Returns whether there may be more. */
export async function sweepProposals(ctx: Ctx): Promise<boolean> {
  const { workspaceId } = ctx;
  const outdated = db
    .selectFrom("dismissed_proposals")
    .select("call_id")
    .where("workspace_id", "=", workspaceId)
    .where("dismissed_at", "<", plusMs(ctx.now(), -KEPT_MS))
    .limit(BATCH);
  const [rows] = await writeUnaudited(ctx, {
    run: [
      db
        .deleteFrom("dismissed_proposals")
        .where("workspace_id", "=", workspaceId)
        .where("call_id", "in", outdated)
        .returning("call_id"),
    ],
  });
  return rows.length === BATCH;
}

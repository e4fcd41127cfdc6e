import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { enqueueErasure } from "./run-job";

/** A deletion without progress for this long has lost its job, or waits for the release of a hold. */
const LOST_MS = 5 * 60_000;
/** Per sweep of a workspace; the next one runs in five minutes. */
const AT_ONCE = 100;

/** Resumes incomplete deletions whose job permanently failed or that a legal hold blocked. */
export async function sweepErasures(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const rows = await ctx.db.all(
    db
      .selectFrom("deletions")
      .select("id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("completed_at", "is", null)
      .where("requested_at", "<=", plusMs(now, -LOST_MS))
      .orderBy("requested_at")
      .limit(AT_ONCE),
  );
  for (const { id } of rows) await writeUnaudited(ctx, { run: [enqueueErasure(ctx.workspaceId, id, now)] });
}

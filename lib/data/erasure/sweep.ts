import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { runJob } from "./run-job";

/** A deletion that no step has moved for so long has lost its job, or waits for a hold to be released. */
const LOST_MS = 5 * 60_000;
/** In one sweep of a workspace; the next comes in five minutes. */
const AT_ONCE = 100;

/** Takes up deletions that are not complete: those whose job was given up, and those that a legal hold stood against. */
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
  for (const { id } of rows) await record(ctx, { run: [runJob(ctx.workspaceId, id, now)] });
}

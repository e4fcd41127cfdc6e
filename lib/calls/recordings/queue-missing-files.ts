import { finishRecordings } from "@/lib/calls/calls";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";

/** The job of a settled call has long ended by then, or waits for a reason that it finds again. */
const OVERDUE_MS = 10 * 60_000;
/** Recordings per sweep; the next one continues. */
const MAX_PER_SWEEP = 500;

/**
 * Queues `recording.finish` for recordings of settled calls that have no file yet. Their job is queued with the call's end; this
 * is for one that was lost, as captured audio has no masks and no expiry.
 */
export async function queueMissingFiles(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const rows = await ctx.db.all(
    db
      .selectFrom("recordings")
      .innerJoin("calls", (join) =>
        join
          .onRef("calls.workspace_id", "=", "recordings.workspace_id")
          .onRef("calls.id", "=", "recordings.call_id"),
      )
      .select("recordings.call_id")
      .where("recordings.workspace_id", "=", ctx.workspaceId)
      .where("recordings.state", "in", ["capturing", "following", "captured"])
      .where("calls.settled_at", "<", plusMs(now, -OVERDUE_MS))
      .limit(MAX_PER_SWEEP),
  );
  if (rows.length === 0) return;
  const callIds = rows.map(({ call_id: callId }) => callId);
  await writeUnaudited(ctx, { run: [finishRecordings(ctx.workspaceId, callIds, now)] });
}

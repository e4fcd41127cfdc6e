import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";

const DAY_MS = 24 * 3_600_000;
/** Runs are kept as long as a release is compared with an earlier one. */
const RUN_DAYS = 90;
/** Runs of one transaction: each has up to some thousand results. */
const BATCH = 10;

/** Deletes the runs of test suites after 90 days, with their results. Returns whether there may be more. */
export async function sweepSuiteRuns(ctx: Ctx): Promise<boolean> {
  const { workspaceId } = ctx;
  return writeUnaudited(ctx, async (tx) => {
    const rows = await tx.all(
      db
        .selectFrom("suite_runs")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where("created_at", "<", plusMs(ctx.now(), -RUN_DAYS * DAY_MS))
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    );
    if (rows.length === 0) return false;
    const ids = rows.map(({ id }) => id);
    await tx.batch(
      db.deleteFrom("suite_results").where("workspace_id", "=", workspaceId).where("run_id", "in", ids),
      db.deleteFrom("suite_runs").where("workspace_id", "=", workspaceId).where("id", "in", ids),
    );
    return rows.length === BATCH;
  });
}

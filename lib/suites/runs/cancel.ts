import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { readRun } from "./read";
import { selectRuns } from "./row";
import { notifyRun } from "./run-events";
import type { SuiteRun } from "./schema";

/** Cancels a run. Conversations that are being held end without a result. Throws `not_found`, and `invalid_state` after its end. */
export async function cancelRun(ctx: Ctx, suiteId: string, id: string): Promise<SuiteRun> {
  const { workspaceId } = ctx;
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(
      selectRuns(workspaceId).where("suite_id", "=", suiteId).where("id", "=", id).forNoKeyUpdate(),
    );
    if (row === undefined) throw notFound();
    if (row.state !== "queued" && row.state !== "running") throw new AppError("suite_run_ended");
    await tx.batch(
      db
        .updateTable("suite_runs")
        .set({ state: "canceled", ended_at: ctx.now() })
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id),
      notifyRun(id),
    );
    return {
      result: undefined,
      audit: { action: "suite_run.canceled", target: id, after: { state: "canceled" } },
    };
  });
  return readRun(ctx, suiteId, id);
}

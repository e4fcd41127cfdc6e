import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { hasCasePassed } from "./has-case-passed";
import type { RunRow } from "./row";
import { notifyRun } from "./run-events";

/** Ends a run that has all its results, or one that is `broken`. Does nothing to a run that has ended. */
export async function endRun(ctx: Ctx, run: RunRow, broken?: "broken"): Promise<void> {
  const { workspaceId } = ctx;
  await writeUnaudited(ctx, async (tx) => {
    const rows = await tx.all(
      db
        .selectFrom("suite_results")
        .select(["case_index", sql<number>`(count(*) filter (where passed))::int`.as("passed")])
        .where("workspace_id", "=", workspaceId)
        .where("run_id", "=", run.id)
        .groupBy("case_index"),
    );
    const failed = rows.filter(({ passed }) => !hasCasePassed(passed, run.repetitions, run.min_pass_percent));
    const state = broken ?? (failed.length === 0 ? "passed" : "failed");
    await tx.batch(
      db
        .updateTable("suite_runs")
        .set({
          state,
          failed_cases: broken === undefined ? failed.length : null,
          ended_at: ctx.now(),
        })
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", run.id)
        .where("state", "=", "running"),
      notifyRun(run.id),
    );
  });
}

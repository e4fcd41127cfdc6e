import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { readScoreRun } from "./read";
import { selectScoreRuns } from "./row";
import type { ScoreRun } from "./schema";

/** Cancels a run before its next call. Its verdicts stay. Throws `not_found`, and `invalid_state` after its end. */
export async function cancelScoreRun(ctx: Ctx, agentId: string, id: string): Promise<ScoreRun> {
  const { workspaceId } = ctx;
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(
      selectScoreRuns(workspaceId).where("agent_id", "=", agentId).where("id", "=", id).forNoKeyUpdate(),
    );
    if (row === undefined) throw notFound();
    if (row.ended_at !== null) throw new AppError("score_run_ended");
    await tx.all(
      db
        .updateTable("score_runs")
        .set({ state: "canceled", ended_at: ctx.now() })
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id),
    );
    const after = { state: "canceled", processed: row.processed };
    return { result: undefined, audit: { action: "score_run.canceled", target: id, after } };
  });
  return readScoreRun(ctx, agentId, id);
}

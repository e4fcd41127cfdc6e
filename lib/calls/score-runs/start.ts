import { sql } from "kysely";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { enqueueScoreRun } from "./enqueue";
import { hasBudget } from "./has-budget";
import { planRun } from "./plan-run";
import { readScoreRun } from "./read";
import type { ScoreRun, StartScoreRun } from "./schema";
import { MAX_RUN_CALLS } from "./values";

/** Active runs of a workspace. Each holds a worker of long jobs, which all workspaces share, for seconds at a time. */
const MAX_ACTIVE = 3;

const lockRuns = (workspaceId: string) =>
  db.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended(${`score_runs:${workspaceId}`}, 0))`.as("locked"),
  );

/**
 * Starts a run that judges an agent's live calls of a period by the current criteria. Throws `not_found`, `invalid_state` for an agent
 * without criteria, and `conflict` for too many calls, an active run of the agent, too many of the workspace, and a cost limit that leaves no further call.
 */
export async function startScoreRun(
  base: Ctx,
  agentRef: string,
  { from, to, replace }: StartScoreRun,
): Promise<ScoreRun> {
  const ctx: Ctx = { ...base, environment: "live" };
  const { workspaceId } = ctx;
  const { scope, calls } = await planRun(ctx, agentRef, { from, to, replaces: replace }, "body");
  if (calls > MAX_RUN_CALLS)
    throw new AppError("too_many_calls_to_judge", { params: { max: MAX_RUN_CALLS } });
  const { agentId } = scope;
  const now = ctx.now();
  const id = newId("srn", Date.parse(now));
  await writeAudited(base, async (tx) => {
    // Simultaneous starts wait for each other here.
    await tx.first(lockRuns(workspaceId));
    const active = await tx.all(
      db
        .selectFrom("score_runs")
        .select("agent_id")
        .where("workspace_id", "=", workspaceId)
        .where("ended_at", "is", null),
    );
    if (active.some((run) => run.agent_id === agentId)) throw new AppError("score_run_active");
    if (active.length >= MAX_ACTIVE)
      throw new AppError("too_many_score_runs", { params: { max: MAX_ACTIVE } });
    if (!(await hasBudget(tx, ctx, agentId))) throw new AppError("score_run_over_limit");
    await tx.batch(
      db.insertInto("score_runs").values({
        id,
        workspace_id: workspaceId,
        agent_id: agentId,
        first_day: from,
        last_day: to,
        replaces: replace,
        total: calls,
        created_by: ctx.actor.id,
        created_at: now,
      }),
      enqueueScoreRun(workspaceId, id, now),
    );
    const after = { agent_id: agentId, from, to, replace, calls };
    return { result: undefined, audit: { action: "score_run.started", target: id, after } };
  });
  return readScoreRun(ctx, agentId, id);
}

import { readScorecard } from "@/lib/agents/scorecards";
import type { UsageEntry } from "@/lib/calls/calls";
import { judgeCall } from "@/lib/calls/scores";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { chargeRun } from "./charge-run";
import { enqueueScoreRun } from "./enqueue";
import { hasBudget } from "./has-budget";
import { type ScoreRunRow, selectScoreRuns } from "./row";
import { selectCallsToJudge } from "./select-calls";

/** After this time the job yields to others, and continues later. */
const TURN_MS = 20_000;

const updateActiveRun = (ctx: Ctx, id: string) =>
  db
    .updateTable("score_runs")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id)
    .where("ended_at", "is", null);

const endRun = (ctx: Ctx, id: string, state: "completed" | "stopped") =>
  updateActiveRun(ctx, id).set({ state, ended_at: ctx.now() });

/** The next call of a run. Calls are in the order of their ids, which is that of their creation. */
async function findNextCall(ctx: Ctx, run: ScoreRunRow): Promise<string | null> {
  const { criteria } = await readScorecard(ctx, run.agent_id);
  if (criteria.length === 0) return null;
  const scope = {
    workspaceId: ctx.workspaceId,
    agentId: run.agent_id,
    from: run.first_day,
    to: run.last_day,
    replaces: run.replaces,
  };
  const calls = selectCallsToJudge(scope, criteria).orderBy("calls.id").limit(1);
  const row = await ctx.db.first(run.place === null ? calls : calls.where("calls.id", ">", run.place));
  return row?.id ?? null;
}

/** Judges the next call of a run. Returns false if the run has ended. */
async function judgeNext(ctx: Ctx, id: string): Promise<boolean> {
  const run = await ctx.db.first(
    selectScoreRuns(ctx.workspaceId).where("id", "=", id).where("ended_at", "is", null),
  );
  if (run === undefined) return false;
  const { agent_id: agentId, place } = run;
  const callId = run.processed >= run.total ? null : await findNextCall(ctx, run as ScoreRunRow);
  if (callId === null) {
    await writeUnaudited(ctx, { run: [endRun(ctx, id, "completed")] });
    return false;
  }
  const isAffordable = await writeUnaudited(ctx, (tx) => hasBudget(tx, ctx, agentId));
  if (!isAffordable) {
    await writeUnaudited(ctx, { run: [endRun(ctx, id, "stopped")] });
    return false;
  }
  let usage: readonly UsageEntry[] = [];
  await judgeCall(ctx, callId, null, run.replaces, (entries) => {
    usage = entries;
  });
  await writeUnaudited(ctx, {
    run: [
      updateActiveRun(ctx, id)
        .set({ state: "running", processed: run.processed + 1, place: callId })
        .where("place", "is not distinct from", place),
      ...(usage.length === 0 ? [] : [chargeRun(ctx, { id, agentId }, usage)]),
    ],
  });
  return true;
}

/**
 * Judges calls of a run, one after the other, and schedules the next batch. Ends the run after its last call, and if a cost limit leaves
 * no further call. Safe to repeat: at most one call is judged twice. A canceled run stops before its next call.
 */
export async function judgeScoreRun(base: Ctx, id: string): Promise<void> {
  const ctx: Ctx = { ...base, environment: "live" };
  const endAt = Date.parse(ctx.now()) + TURN_MS;
  while (await judgeNext(ctx, id)) {
    if (ctx.signal?.aborted || Date.parse(ctx.now()) >= endAt) {
      await writeUnaudited(ctx, { run: [enqueueScoreRun(ctx.workspaceId, id, ctx.now())] });
      return;
    }
  }
}

import { readScorecard } from "@/lib/agents/scorecards";
import type { UsageEntry } from "@/lib/calls/calls";
import { type JudgedState, judgeCall } from "@/lib/calls/scores";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { chargeRun } from "./charge-run";
import { enqueueScoreRun } from "./enqueue";
import { hasBudget } from "./has-budget";
import { isTransient } from "./is-transient";
import { type ScoreRunRow, selectScoreRuns } from "./row";
import { selectCallsToJudge } from "./select-calls";

/** Calls one after the other on which the judge may fail. The run ends then, as the calls after them would fail, too. */
const MAX_FAILURES = 10;
/** After this time the job yields to others, and continues later. */
const TURN_MS = 20_000;

const updateActiveRun = (ctx: Ctx, id: string) =>
  db
    .updateTable("score_runs")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id)
    .where("ended_at", "is", null);

const endRun = (ctx: Ctx, id: string, state: "completed" | "stopped" | "failed") =>
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
    now: ctx.now(),
  };
  const calls = selectCallsToJudge(scope, criteria).orderBy("calls.id").limit(1);
  const row = await ctx.db.first(run.place === null ? calls : calls.where("calls.id", ">", run.place));
  return row?.id ?? null;
}

/** Judges a call. A call that cannot be opened does not keep the run from the calls after it. */
async function judgeOrSkip(
  ctx: Ctx,
  callId: string,
  replaces: boolean,
): Promise<{ state: JudgedState; usage: readonly UsageEntry[] }> {
  let usage: readonly UsageEntry[] = [];
  try {
    const state = await judgeCall(ctx, callId, null, replaces, (entries) => {
      usage = entries;
    });
    return { state, usage };
  } catch (error) {
    if (ctx.signal?.aborted || isTransient(error)) throw error;
    log.error({ callId, err: error }, "a call could not be judged again");
    return { state: "failed", usage };
  }
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
  const { state, usage } = await judgeOrSkip(ctx, callId, run.replaces);
  const failures = state === "failed" ? run.failures + 1 : 0;
  const hasFailed = failures >= MAX_FAILURES;
  await writeUnaudited(ctx, {
    run: [
      updateActiveRun(ctx, id)
        .set({ state: "running", processed: run.processed + 1, failures, place: callId })
        .where("place", "is not distinct from", place),
      ...(usage.length === 0 ? [] : [chargeRun(ctx, { id, agentId }, usage)]),
      ...(hasFailed ? [endRun(ctx, id, "failed")] : []),
    ],
  });
  return !hasFailed;
}

/**
 * Judges calls of a run, one after the other, and schedules the next batch. Ends the run after its last call, if a cost limit leaves no
 * further call, or if the judge fails on ten calls one after the other. Safe to repeat: at most one call is judged twice. A canceled run
 * stops before its next call.
 */
export async function judgeScoreRun(base: Ctx, id: string): Promise<void> {
  const ctx: Ctx = { ...base, environment: "live" };
  const endAt = Date.parse(ctx.now()) + TURN_MS;
  const enqueueNext = () => writeUnaudited(ctx, { run: [enqueueScoreRun(ctx.workspaceId, id, ctx.now())] });
  try {
    while (await judgeNext(ctx, id)) {
      if (ctx.signal?.aborted || Date.parse(ctx.now()) >= endAt) {
        await enqueueNext();
        return;
      }
    }
  } catch (error) {
    if (!ctx.signal?.aborted) throw error;
    // The worker stops. The call in progress is judged by the next batch.
    await enqueueNext();
  }
}

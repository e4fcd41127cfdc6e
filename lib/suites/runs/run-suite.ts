import { ModelError } from "@/lib/agents/models";
import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type CaseAgent, type CaseResult, runCase } from "../cases";
import type { TestCase } from "../cases/schema";
import type { CaseLines } from "../lines";
import { buildResult } from "./build-result";
import { endRun } from "./end-run";
import { openAgent } from "./open-agent";
import { openRunCases, type RunRow, resultKey, selectRuns } from "./row";
import { notifyRun } from "./run-events";

/** Conversations that are held at once: most of their time is a model's. */
const CONCURRENCY = 8;
/** Conversations by voice at once: each takes about a core, and waits for a free call of a gateway. */
const VOICE_CONCURRENCY = 2;
/** Longest conversation. Models that answer within seconds end earlier. */
const CASE_MS = 180_000;
/** Longest conversation by voice, with the time in which live calls have priority. */
const VOICE_CASE_MS = 900_000;
/** Distance between the noise of two cases: more than a case has repetitions or turns. */
const SEEDS_OF_CASE = 10_000;
/** The same between two repetitions of a case. */
const SEEDS_OF_REPETITION = 200;

const seedOf = ({ index, repetition }: Pick<Task, "index" | "repetition">): number =>
  index * SEEDS_OF_CASE + repetition * SEEDS_OF_REPETITION;

type Task = { index: number; repetition: number; testCase: TestCase };

/** Claims the run, or continues one whose process has ended. Null if it is over. */
async function claimRun(ctx: Ctx, runId: string): Promise<RunRow | null> {
  const [[row]] = await writeUnaudited(ctx, {
    run: [
      db
        .updateTable("suite_runs")
        .set(({ fn, val }) => ({
          state: "running",
          started_at: fn.coalesce("started_at", val(ctx.now())),
        }))
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", runId)
        .where("state", "in", ["queued", "running"])
        .returning("id"),
      notifyRun(runId),
    ],
  });
  if (row === undefined) return null;
  return (await ctx.db.first(selectRuns(ctx.workspaceId).where("id", "=", runId))) as RunRow;
}

/** The conversations that have no result yet. */
async function openTasks(ctx: Ctx, run: RunRow): Promise<Task[]> {
  const done = await ctx.db.all(
    db
      .selectFrom("suite_results")
      .select("key")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("run_id", "=", run.id),
  );
  const keys = new Set(done.map(({ key }) => key));
  const cases = openRunCases(await workspaceSealer(ctx.workspaceId), run);
  return Array.from({ length: run.repetitions }, (_, n) => n + 1).flatMap((repetition) =>
    cases
      .map((testCase, index): Task => ({ index, repetition, testCase }))
      .filter(({ index }) => !keys.has(resultKey(run.id, index, repetition))),
  );
}

/** Stores a result, unless the run was canceled. Returns whether the run continues. */
async function storeResult(ctx: Ctx, run: RunRow, task: Task, result: CaseResult): Promise<boolean> {
  const key = resultKey(run.id, task.index, task.repetition);
  const sealer = await workspaceSealer(ctx.workspaceId);
  return writeUnaudited(ctx, async (tx) => {
    const active = await tx.first(
      selectRuns(ctx.workspaceId).where("id", "=", run.id).where("state", "=", "running").forShare(),
    );
    if (active === undefined) return false;
    const { failures, ...fields } = buildResult(sealer, key, result);
    await tx.batch(
      db
        .insertInto("suite_results")
        .values({
          key,
          workspace_id: ctx.workspaceId,
          run_id: run.id,
          case_index: task.index,
          repetition: task.repetition,
          failures: json(failures),
          ...fields,
          ended_at: ctx.now(),
        })
        .onConflict((conflict) => conflict.doNothing()),
      notifyRun(run.id),
    );
    return true;
  });
}

/**
 * Holds the conversations of a run that have no result yet, and ends the run. Safe to repeat: a run whose process has ended
 * continues. A model that is not connected breaks the run. `openLines` opens the lines of cases by voice: pages, which start
 * runs, do not load what it needs.
 */
export async function runSuite(ctx: Ctx, runId: string, openLines: (ctx: Ctx) => CaseLines): Promise<void> {
  const run = await claimRun(ctx, runId);
  if (run === null) return;
  const lines = openLines(ctx);
  try {
    await holdCases(ctx, run, lines);
  } finally {
    await lines.close();
  }
}

async function holdCases(ctx: Ctx, run: RunRow, lines: CaseLines): Promise<void> {
  const clock = { now: () => performance.now(), iso: () => ctx.now() };
  let agent: CaseAgent;
  try {
    agent = await openAgent(ctx, run, lines);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    log.warn({ runId: run.id, requestId: ctx.requestId, err: error }, "a suite's agent has no model");
    return endRun(ctx, run, "broken");
  }
  const tasks = await openTasks(ctx, run);
  let isActive = true;
  const work = async (queue: Task[], caseMs: number): Promise<void> => {
    for (let task = queue.shift(); task !== undefined && isActive; task = queue.shift()) {
      ctx.signal?.throwIfAborted();
      const timeout = AbortSignal.timeout(caseMs);
      const signal = ctx.signal === undefined ? timeout : AbortSignal.any([timeout, ctx.signal]);
      const result = await runCase(agent, task.testCase, clock, signal, seedOf(task));
      ctx.signal?.throwIfAborted();
      isActive = (await storeResult(ctx, run, task, result)) && isActive;
    }
  };
  const texts = tasks.filter(({ testCase }) => testCase.line === null);
  const voices = tasks.filter(({ testCase }) => testCase.line !== null);
  await Promise.all([
    ...Array.from({ length: CONCURRENCY }, () => work(texts, CASE_MS)),
    ...Array.from({ length: VOICE_CONCURRENCY }, () => work(voices, VOICE_CASE_MS)),
  ]);
  if (isActive) await endRun(ctx, run);
}

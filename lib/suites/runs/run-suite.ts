import { agentConfigDocument, readAgentForSuite } from "@/lib/agents/agents";
import { ModelError } from "@/lib/agents/models";
import { readCallTools } from "@/lib/agents/tools";
import { loadAgentModel, loadModelOf } from "@/lib/calls/calls";
import { readWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type CaseAgent, type CaseResult, runCase } from "../cases";
import type { TestCase } from "../cases/schema";
import { selectSuites } from "../suites";
import { buildResult } from "./build-result";
import { endRun } from "./end-run";
import { openRunCases, type RunRow, resultKey, selectRuns } from "./row";

/** Conversations that are held at once: most of their time is a model's. */
const CONCURRENCY = 8;
/** Longest conversation. Models that answer within seconds end earlier. */
const CASE_MS = 180_000;

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

async function openAgent(ctx: Ctx, run: RunRow): Promise<CaseAgent> {
  const suite = await ctx.db.first(selectSuites(ctx.workspaceId).where("id", "=", run.suite_id));
  const config = agentConfigDocument.read(run.config);
  const [{ timezone }, tools, model, { sensitive }] = await Promise.all([
    readWorkspace(ctx),
    readCallTools(ctx, config.tools),
    loadAgentModel(ctx, config),
    readAgentForSuite(ctx, suite?.agent_id ?? "", undefined),
  ]);
  const marked = new Set(sensitive);
  return {
    workspaceId: ctx.workspaceId,
    config: {
      ...config,
      variables: config.variables.map((variable) => ({
        ...variable,
        sensitive: variable.sensitive || marked.has(variable.name),
      })),
    },
    model,
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    timeZone: timezone,
    loadModel: (id) => loadModelOf(ctx, id),
  };
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
    );
    return true;
  });
}

/**
 * Holds the conversations of a run that have no result yet, and ends the run. Safe to repeat: a run whose process has ended
 * continues. A model that is not connected breaks the run.
 */
export async function runSuite(ctx: Ctx, runId: string): Promise<void> {
  const run = await claimRun(ctx, runId);
  if (run === null) return;
  const clock = { now: () => performance.now(), iso: () => ctx.now() };
  let agent: CaseAgent;
  try {
    agent = await openAgent(ctx, run);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    log.warn({ runId, requestId: ctx.requestId, err: error }, "a suite's agent has no model");
    return endRun(ctx, run, "broken");
  }
  const tasks = await openTasks(ctx, run);
  let isActive = true;
  const work = async (): Promise<void> => {
    for (let task = tasks.shift(); task !== undefined && isActive; task = tasks.shift()) {
      ctx.signal?.throwIfAborted();
      const timeout = AbortSignal.timeout(CASE_MS);
      const signal = ctx.signal === undefined ? timeout : AbortSignal.any([timeout, ctx.signal]);
      const result = await runCase(agent, task.testCase, clock, signal);
      ctx.signal?.throwIfAborted();
      isActive = (await storeResult(ctx, run, task, result)) && isActive;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (isActive) await endRun(ctx, run);
}

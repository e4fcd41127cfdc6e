import { sql } from "kysely";
import { readAgentForSuite } from "@/lib/agents/agents";
import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { listPage, type Page } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { groupBy } from "@/lib/platform/group-by";
import { selectSuites } from "../suites";
import { hasCasePassed } from "./has-case-passed";
import { openConversation, openRunCases, type ResultRow, type RunRow, selectRuns } from "./row";
import type { CaseResults, ListRuns, SuiteRun } from "./schema";
import { wilsonInterval } from "./wilson-interval";

type Progress = { finished: number; passed: number };

/** Counts the conversations of runs that have ended, by run. */
export async function readProgress(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Progress>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.all(
    db
      .selectFrom("suite_results")
      .select([
        "run_id",
        sql<number>`count(*)::int`.as("finished"),
        sql<number>`(count(*) filter (where passed))::int`.as("passed"),
      ])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("run_id", "in", ids)
      .groupBy("run_id"),
  );
  return new Map(rows.map(({ run_id, ...progress }) => [run_id, progress]));
}

/** Digests that runs are compared with: of the suite's cases and settings, and of the agent's draft. */
type Digests = { suite: string; draft: string };

/** A run as the API shows it. */
export const toRun = (row: RunRow, progress: Progress | undefined, digests: Digests): SuiteRun => ({
  id: row.id,
  suite_id: row.suite_id,
  agent_version: row.agent_version,
  state: row.state,
  is_current: row.suite_digest === digests.suite,
  matches_draft: row.config_digest === digests.draft,
  total: row.total,
  finished: progress?.finished ?? 0,
  passed: progress?.passed ?? 0,
  confidence: progress === undefined ? null : wilsonInterval(progress.passed, progress.finished),
  failed_cases: row.failed_cases,
  created_by: row.created_by,
  created_at: row.created_at,
  started_at: row.started_at,
  ended_at: row.ended_at,
});

async function readDigests(ctx: Ctx, suiteId: string): Promise<Digests> {
  const suite = await ctx.db.first(selectSuites(ctx.workspaceId).where("id", "=", suiteId));
  if (suite === undefined) throw notFound();
  const { digest } = await readAgentForSuite(ctx, suite.agent_id, undefined);
  return { suite: suite.digest, draft: digest };
}

/** Lists the runs of a suite, newest first. Throws `not_found`. */
export async function listRuns(ctx: Ctx, suiteId: string, query: ListRuns): Promise<Page<SuiteRun>> {
  const digests = await readDigests(ctx, suiteId);
  const { data, ...page } = await listPage(
    ctx,
    selectRuns(ctx.workspaceId).where("suite_id", "=", suiteId),
    query,
  );
  const rows = data as RunRow[];
  const progress = await readProgress(
    ctx,
    rows.map(({ id }) => id),
  );
  return { ...page, data: rows.map((row) => toRun(row, progress.get(row.id), digests)) };
}

async function readRow(ctx: Ctx, suiteId: string, id: string): Promise<RunRow> {
  const query = selectRuns(ctx.workspaceId).where("suite_id", "=", suiteId).where("id", "=", id);
  const row = await ctx.db.first(query);
  if (row === undefined) throw notFound();
  return row as RunRow;
}

/** Reads a run. Throws `not_found`. */
export async function readRun(ctx: Ctx, suiteId: string, id: string): Promise<SuiteRun> {
  const row = await readRow(ctx, suiteId, id);
  const progress = await readProgress(ctx, [id]);
  return toRun(row, progress.get(id), await readDigests(ctx, suiteId));
}

const selectResults = (workspaceId: string, runId: string) =>
  db
    .selectFrom("suite_results")
    .select([
      "key",
      "case_index",
      "repetition",
      "passed",
      "failures",
      "conversation",
      "reply_p50_ms",
      "reply_p95_ms",
      "turns",
    ])
    .where("workspace_id", "=", workspaceId)
    .where("run_id", "=", runId)
    .orderBy("case_index")
    .orderBy("repetition");

/** Reads the results of each case of a run, with the masked conversations. Throws `not_found`. */
export async function readResults(ctx: Ctx, suiteId: string, id: string): Promise<CaseResults[]> {
  const row = await readRow(ctx, suiteId, id);
  const sealer = await workspaceSealer(ctx.workspaceId);
  const results = (await ctx.db.all(selectResults(ctx.workspaceId, id))) as unknown as ResultRow[];
  const byCase = groupBy(results, ({ case_index }) => case_index);
  return openRunCases(sealer, row).map(({ name, checks }, index) => {
    const ended = byCase.get(index) ?? [];
    const passed = ended.filter((result) => result.passed).length;
    return {
      index,
      name,
      passed:
        ended.length < row.repetitions ? null : hasCasePassed(passed, row.repetitions, row.min_pass_percent),
      pass_rate: ended.length === 0 ? null : passed / ended.length,
      confidence: ended.length === 0 ? null : wilsonInterval(passed, ended.length),
      checks,
      repetitions: ended.map((result) => ({
        repetition: result.repetition,
        passed: result.passed,
        failures: result.failures.map((failure) =>
          "promise" in failure
            ? { check: null, type: failure.promise, reason: failure.reason }
            : { check: failure.check, type: failure.type, reason: failure.reason },
        ),
        turns: result.turns,
        reply_p50_ms: result.reply_p50_ms,
        reply_p95_ms: result.reply_p95_ms,
        conversation:
          result.conversation === null ? null : openConversation(sealer, result.key, result.conversation),
      })),
    };
  });
}

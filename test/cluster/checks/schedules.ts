import { setTimeout as pause } from "node:timers/promises";
import type { Row } from "../../fixtures/report-table";
import type { Cluster } from "../cluster";
import { readMetrics, sumOf } from "../metrics";

const MINUTE_MS = 60_000;
const MINUTES = 2;
/** Scheduled jobs of each minute run within this time after its start. */
const SETTLE_MS = 25_000;
/** Scheduled jobs that run each minute. */
const TASKS = ["attempts.sweep", "texts.sweep", "analytics.fold"] as const;

/** Runs of each task that ended in both workers together. */
async function countRuns(cluster: Cluster): Promise<number[]> {
  const samples = await Promise.all(cluster.workers.map(({ node }) => readMetrics(cluster, node)));
  return TASKS.map((task) =>
    samples.reduce(
      (sum, of) => sum + sumOf(of, "parley_job_runs_total{", `task="${task}"`, 'result="done"'),
      0,
    ),
  );
}

const pauseUntil = (atMs: number): Promise<void> => pause(Math.max(0, atMs - Date.now()));

/** A scheduled job runs once at each of its times, although four queues in two workers know the schedule. */
export async function checkSchedules(cluster: Cluster): Promise<Row[]> {
  // Neither count is near the start of a minute.
  const startMs = Math.ceil((Date.now() - SETTLE_MS) / MINUTE_MS) * MINUTE_MS + SETTLE_MS;
  await pauseUntil(startMs);
  const before = await countRuns(cluster);
  await pauseUntil(startMs + MINUTES * MINUTE_MS);
  const after = await countRuns(cluster);
  const runs = after.map((count, n) => count - (before[n] ?? 0));
  return [
    {
      check: `schedules: runs of 3 jobs of each minute in ${MINUTES} minutes`,
      measured: runs.join(", "),
      expected: TASKS.map(() => MINUTES).join(", "),
      ok: runs.every((count) => count === MINUTES),
    },
  ];
}

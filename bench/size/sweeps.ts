import { createJobHandlers } from "@/bin/worker/job-handlers";
import { carrierFor } from "@/lib/outreach/carriers";
import { JOBS, type JobName } from "@/lib/platform/jobs/registry";

/** A scheduled job, and how long it took where little or nothing was due. */
export type SweepCost = { label: string; seconds: number };

/** Not measured: a weekly count of everything, and the backfills of an upgrade. Both take minutes at this size. */
const OMITTED: readonly JobName[] = ["analytics.check", "backfills.run"];

/** Runs every scheduled job once, in each workspace, as a worker does. */
export async function measureSweeps(say: (line: string) => void): Promise<SweepCost[]> {
  const handlers = createJobHandlers(carrierFor);
  const costs: SweepCost[] = [];
  for (const name of Object.keys(JOBS) as JobName[]) {
    const job = JOBS[name];
    if (!("schedule" in job) || job.schedule === undefined || OMITTED.includes(name)) continue;
    const run = handlers[name] as (payload: object, signal: AbortSignal) => Promise<unknown>;
    const startedAt = performance.now();
    await run({}, new AbortController().signal);
    const seconds = (performance.now() - startedAt) / 1_000;
    costs.push({ label: `${name} (${job.schedule.cron})`, seconds });
    say(`  ${name}: ${seconds.toFixed(2)} s`);
  }
  return costs;
}

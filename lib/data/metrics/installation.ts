import { Gauge, type Registry } from "prom-client";
import { Channel } from "@/lib/calls/calls/schema";
import { type BackfillProgress, readBackfills } from "@/lib/platform/backfills";
import {
  type QueueFigures,
  queueFigures,
  type WorkspaceFigures,
  workspaceFigures,
} from "@/lib/platform/health";
import { JOBS } from "@/lib/platform/jobs/registry";
import { createFigureCache } from "./figure-cache";
import type { Meter } from "./serve-metrics";

/** The product's job names; other names in the queue come from elsewhere. */
const TASK = /^[a-z]+(\.[a-z_]+)+$/;
const OTHER = "other";

/**
 * The installation's figures from the database. Null is unavailable, and exposes no metric instead of an old
 * one.
 */
type Sources = {
  queue: () => Promise<QueueFigures | null>;
  workspaces: () => Promise<WorkspaceFigures | null>;
  backfills: () => Promise<BackfillProgress[] | null>;
};

const createSources = (): Sources => ({
  queue: createFigureCache("queue", queueFigures),
  workspaces: createFigureCache("workspaces", workspaceFigures),
  backfills: createFigureCache("backfills", readBackfills),
});

function gauges(registry: Registry) {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  return {
    read: gauge(
      "parley_figures_read",
      "1 where the database told these figures, 0 where it did not.",
      "part",
    ),
    workers: gauge("parley_workers", "Workers that run jobs; a worker process has three, one for each lane."),
    jobs: gauge(
      "parley_jobs",
      "Jobs by task and state: due, running, later, failed (permanently).",
      ...["task", "state"],
    ),
    oldest: gauge("parley_jobs_oldest_due_seconds", "Waiting time of the oldest due job.", "task"),
    calls: gauge("parley_calls", "Conversations in progress, of all workspaces, by channel.", "channel"),
    lost: gauge("parley_calls_lost", "Conversations in progress whose process is lost.", "channel"),
    deliveries: gauge(
      "parley_webhook_deliveries_waiting",
      "Deliveries that wait for enabled webhook endpoints, at most 10000 of each workspace.",
    ),
    oldestDelivery: gauge(
      "parley_webhook_deliveries_oldest_due_seconds",
      "How long the oldest of them that is due has waited.",
    ),
    backfillRows: gauge(
      "parley_backfill_rows",
      "Rows of a backfill: processed, remaining (estimated).",
      ...["name", "state"],
    ),
    backfillWorkspaces: gauge(
      "parley_backfill_workspaces_unfinished",
      "Workspaces in which a backfill is unfinished.",
      "name",
    ),
  };
}
type Gauges = ReturnType<typeof gauges>;

/** Removes all series. A reset alone would leave a zero that was never counted. */
function clear(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

function showQueue({ workers, jobs, oldest }: Gauges, queue: QueueFigures): void {
  workers.set(queue.workers);
  // An autoscaler and an alert need a zero: without a series, they know nothing about an empty queue.
  for (const task of Object.keys(JOBS)) jobs.set({ task, state: "due" }, 0);
  for (const { task: taskName, oldest_s: oldestS, ...states } of queue.jobs) {
    const task = TASK.test(taskName) ? taskName : OTHER;
    for (const [state, n] of Object.entries(states)) jobs.inc({ task, state }, n);
    oldest.set({ task }, oldestS);
  }
}

function showWorkspaces(gaugeSet: Gauges, { conversations, deliveries }: WorkspaceFigures): void {
  for (const channel of Channel.options) {
    const { going = 0, lost = 0 } = conversations.find((item) => item.channel === channel) ?? {};
    gaugeSet.calls.set({ channel }, going);
    gaugeSet.lost.set({ channel }, lost);
  }
  gaugeSet.deliveries.set(deliveries.waiting);
  gaugeSet.oldestDelivery.set(deliveries.oldest_s);
}

function showBackfills({ backfillRows, backfillWorkspaces }: Gauges, backfills: BackfillProgress[]): void {
  for (const { name, processed, estimate, workspaces, finished } of backfills) {
    backfillRows.set({ name, state: "processed" }, processed);
    backfillRows.set({ name, state: "remaining" }, Math.max(0, estimate - processed));
    backfillWorkspaces.set({ name }, Math.max(0, workspaces - finished));
  }
}

/**
 * Adds figures of all processes together: the queue, the conversations, the webhooks. The process that owns
 * the port exposes them, so that they are available without a worker. Several processes expose the same.
 */
export const meterInstallation =
  ({ queue, workspaces, backfills }: Sources = createSources()): Meter =>
  (registry) => {
    const gaugeSet = gauges(registry);
    return async () => {
      const [jobs, all, progress] = await Promise.all([queue(), workspaces(), backfills()]);
      for (const gauge of Object.values(gaugeSet)) clear(gauge);
      for (const [part, figures] of Object.entries({ queue: jobs, workspaces: all, backfills: progress }))
        gaugeSet.read.set({ part }, figures === null ? 0 : 1);
      if (progress !== null) showBackfills(gaugeSet, progress);
      if (jobs !== null) showQueue(gaugeSet, jobs);
      if (all !== null) showWorkspaces(gaugeSet, all);
    };
  };

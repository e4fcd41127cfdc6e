import { Gauge, type Registry } from "prom-client";
import { Channel } from "@/lib/calls/calls/schema";
import {
  type QueueFigures,
  queueFigures,
  type WorkspaceFigures,
  workspaceFigures,
} from "@/lib/platform/health";
import { kept } from "./kept";
import type { Meter } from "./open";

/** Jobs are named by the product; what looks otherwise has come into the queue by another way. */
const TASK = /^[a-z]+(\.[a-z_]+)+$/;
const OTHER = "other";

/** What the installation has, from the database. Null is what could not be read: it shows no figure rather than an old one. */
type Sources = {
  queue: () => Promise<QueueFigures | null>;
  workspaces: () => Promise<WorkspaceFigures | null>;
};

const asked = (): Sources => ({
  queue: kept("queue", queueFigures),
  workspaces: kept("workspaces", workspaceFigures),
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
    workers: gauge("parley_workers", "Workers that take jobs; a worker process has two."),
    jobs: gauge(
      "parley_jobs",
      "Jobs by task and state: due, running, later, failed (given up for good).",
      ...["task", "state"],
    ),
    oldest: gauge(
      "parley_jobs_oldest_due_seconds",
      "How long the oldest job that is due has waited.",
      "task",
    ),
    calls: gauge("parley_calls", "Conversations that go on, of all workspaces, by channel.", "channel"),
    lost: gauge("parley_calls_lost", "Those of them whose process has not been heard of.", "channel"),
    deliveries: gauge(
      "parley_webhook_deliveries_waiting",
      "Deliveries to webhooks that wait, at most 10000 of each workspace.",
    ),
    oldestDelivery: gauge(
      "parley_webhook_deliveries_oldest_due_seconds",
      "How long the oldest of them that is due has waited.",
    ),
  };
}
type Gauges = ReturnType<typeof gauges>;

/** Leaves no figure at all, where a reset alone would leave a zero that nobody has counted. */
function clear(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

function showQueue({ workers, jobs, oldest }: Gauges, queue: QueueFigures): void {
  workers.set(queue.workers);
  for (const { task: given, oldest_s: oldestS, ...states } of queue.jobs) {
    const task = TASK.test(given) ? given : OTHER;
    for (const [state, n] of Object.entries(states)) jobs.inc({ task, state }, n);
    oldest.set({ task }, oldestS);
  }
}

function showWorkspaces(shown: Gauges, { conversations, deliveries }: WorkspaceFigures): void {
  for (const channel of Channel.options) {
    const { going = 0, lost = 0 } = conversations.find((one) => one.channel === channel) ?? {};
    shown.calls.set({ channel }, going);
    shown.lost.set({ channel }, lost);
  }
  shown.deliveries.set(deliveries.waiting);
  shown.oldestDelivery.set(deliveries.oldest_s);
}

/**
 * Adds what all processes have together: the queue, the conversations, the webhooks. The process that owns the port tells
 * it, so that it is known while no worker lives; of several each tells the same.
 */
export const installation =
  ({ queue, workspaces }: Sources = asked()): Meter =>
  (registry) => {
    const shown = gauges(registry);
    return async () => {
      const [jobs, all] = await Promise.all([queue(), workspaces()]);
      for (const gauge of Object.values(shown)) clear(gauge);
      shown.read.set({ part: "queue" }, jobs === null ? 0 : 1);
      shown.read.set({ part: "workspaces" }, all === null ? 0 : 1);
      if (jobs !== null) showQueue(shown, jobs);
      if (all !== null) showWorkspaces(shown, all);
    };
  };

import { expect, test } from "vitest";
import { JOBS } from "@/lib/platform/jobs/registry";
import { meterInstallation, openMetrics } from ".";

const TOKEN = "0123456789abcdef0123456789abcdef";

test("exposes zero due jobs of every task while the queue is empty", async () => {
  const meter = meterInstallation({
    queue: async () => ({ workers: 2, jobs: [] }),
    workspaces: async () => null,
    backfills: async () => null,
  });
  const metrics = openMetrics({ token: TOKEN, meters: [meter] });
  const due = [...(await metrics.text()).matchAll(/^parley_jobs\{task="([^"]+)",state="due"\} (\d+)$/gm)];
  await metrics.stop();
  expect(due.map(([, task, count]) => [task, count])).toEqual(Object.keys(JOBS).map((task) => [task, "0"]));
});

test("exposes no figure of a queue that could not be read", async () => {
  const unavailable = async () => null;
  const meter = meterInstallation({ queue: unavailable, workspaces: unavailable, backfills: unavailable });
  const metrics = openMetrics({ token: TOKEN, meters: [meter] });
  expect(await metrics.text()).not.toMatch(/^parley_jobs\{/m);
  await metrics.stop();
});

// A bench worker, with IPC: it claims for campaigns, or runs all jobs with a carrier whose calls are unanswered.
//   DATABASE_URL=… DATA_DIR=… node bench-campaign-worker.js
import { stepCampaign } from "@/lib/outreach/campaigns";
import { systemCtx } from "@/lib/platform/context/make";
import { closePool } from "@/lib/platform/db";
import { runJobs } from "@/lib/platform/jobs/run";
import { createJobHandlers } from "../../bin/worker/job-handlers";
import { NOBODY, noAnswer } from "./carrier";

export type Order =
  | { do: "claim"; workspaceId: string; campaigns: readonly string[] }
  | { do: "dispatch" }
  | { do: "report" };
/** `keys`: those that the carrier was asked for; `cpuMs`: of the process since it began. */
export type Report = { rssMb: number; cpuMs: number; keys: readonly string[]; failed: number };

const keys: string[] = [];
let failed = 0;
let jobs: ReturnType<typeof runJobs> | null = null;

const carrier = noAnswer(
  (key) => keys.push(key),
  () => {
    failed += 1;
  },
);

async function obey(order: Order): Promise<Report> {
  if (order.do === "claim") {
    for (const id of order.campaigns)
      await stepCampaign(systemCtx(order.workspaceId, "campaign.step"), id, () => NOBODY);
  }
  if (order.do === "dispatch") jobs ??= runJobs(createJobHandlers(() => carrier));
  const { user, system } = process.cpuUsage();
  return {
    rssMb: process.memoryUsage().rss / 2 ** 20,
    cpuMs: (user + system) / 1_000,
    keys: keys.splice(0),
    failed,
  };
}

process.on("message", (order: Order) => {
  void obey(order).then((report) => process.send?.(report));
});
process.on("disconnect", () => {
  void Promise.all([jobs?.stop(), closePool()]).finally(() => process.exit(0));
});
process.send?.("up");
